/*
 * Which candidates a player cannot tell apart: see docs/dev/engines.md, Alike.
 *
 * Two copies of a card are alike when everything known of one is known of the other: in states, in
 * what was shown, in what runs and windows hold. `representative` has for each card the first one
 * that it is like.
 */

static int contains(St *s, V value, V card)
{
    if (!is_tuple(value)) return value == card;
    const V *p = T(s, value);
    for (int64_t i = 1; i <= p[0]; i++)
        if (contains(s, p[i], card)) return 1;
    return 0;
}

/* Whether a row stands in a tuple of rows with another card at one of its places. */
static int has_row_with(St *s, const V *rows, const V *row, int64_t at, V card)
{
    for (int64_t i = 1; i <= rows[0]; i++) {
        const V *other = T(s, rows[i]);
        if (other[0] != row[0]) continue;
        int64_t j = 1;
        while (j <= row[0] && same(s, other[j], j == at ? card : row[j])) j++;
        if (j > row[0]) return 1;
    }
    return 0;
}

static int uses_differ(St *s, V one, V other)
{
    const V *rows = T(s, s->S[LIMITS]);
    for (int64_t i = 1; i <= rows[0]; i++) {
        const V *row = T(s, rows[i]);
        for (int64_t k = limit_begins[row[1]]; k < limit_begins[row[1] + 1]; k++) {
            int64_t at = limit_cards[k];
            if (row[at] == one && !has_row_with(s, rows, row, at, other)) return 1;
            if (row[at] == other && !has_row_with(s, rows, row, at, one)) return 1;
        }
    }
    return 0;
}

#if REVEALS
static int has_fact(St *s, const V *facts, const V *fact, V player)
{
    for (int64_t i = 1; i <= facts[0]; i++) {
        const V *row = T(s, facts[i]);
        if (same(s, row[1], fact[1]) && row[2] == fact[2] && is_in(s, player, row[3])) return 1;
    }
    return 0;
}

static int facts_missing(St *s, const V *facts, const V *others, V see)
{
    for (int64_t i = 1; i <= facts[0]; i++) {
        const V *row = T(s, facts[i]), *to = T(s, row[3]);
        for (int64_t j = 1; j <= to[0]; j++)
            if (!is_in(s, to[j], see) && !has_fact(s, others, row, to[j])) return 1;
    }
    return 0;
}

static int shown_differ(St *s, V one, V other)
{
    if (!was_told(s, one) && !was_told(s, other)) return 0;
    V place = s->S[WHERE + one], see = place == NONE ? EMPTY : seers_of_zone(s, place);
    V mine = s->S[MARKS + one], its = s->S[MARKS + other];
    for (V player = 0; player < SEATS; player++) {
        if (is_in(s, player, see)) continue;
        int to_one = mine != NONE && is_in(s, player, mine);
        if (to_one != (its != NONE && is_in(s, player, its))) return 1;
    }
    for (int64_t f = 0; f < FACTS; f++) {
        const V *p = T(s, s->S[fact_cells[f] + one]), *q = T(s, s->S[fact_cells[f] + other]);
        if (facts_missing(s, p, q, see) || facts_missing(s, q, p, see)) return 1;
    }
    return 0;
}
#else
static inline int shown_differ(St *s, V one, V other) { return (void)s, (void)one, (void)other, 0; }
#endif

static int windows_differ(St *s, V one, V other)
{
    const V *open = T(s, s->S[WINDOWS]);
    for (int64_t i = 1; i <= open[0]; i++) {
        const V *row = T(s, open[i]);
        if (row[1] < 0) continue;
        const V *given = T(s, row[2]);
        for (int64_t k = window_begins[row[1]]; k < window_begins[row[1] + 1]; k++) {
            V value = given[window_cards[k]];
            if (contains(s, value, one) != contains(s, value, other)) return 1;
        }
    }
    return 0;
}

static int is_read_later(int64_t statement, int64_t slot)
{
    return read_later[statement * WORDS_READ_LATER + slot / WORD] >> slot % WORD & 1;
}

static int frames_differ(St *s, V one, V other)
{
    int64_t left = s->frames;
    for (int64_t at = s->frame; left > 0; at = s->K[at - 1], left--) {
        const V *frame = s->K + at;
        int64_t statement = at == s->frame ? s->statement : statement_of_block[frame[0]];
        for (int64_t k = held_begins[frame[1]]; k < held_begins[frame[1] + 1]; k++) {
            int64_t slot = held_slots[k];
            if (slot >= 0 && (statement < 0 || !is_read_later(statement, slot))) continue;
            V value = frame[held_places[k]];
            if (contains(s, value, one) != contains(s, value, other)) return 1;
        }
    }
    return 0;
}

static int lasting_differ(St *s, V one, V other)
{
#ifdef LASTING
    const V *rows = T(s, s->S[LASTING]);
    for (int64_t i = 1; i <= rows[0]; i++) {
        const V *row = T(s, rows[i]), *captured = T(s, row[7]);
        int of_one = contains(s, row[4], one), of_other = contains(s, row[4], other);
        for (int64_t k = lasting_begins[row[2]]; k < lasting_begins[row[2] + 1]; k++) {
            of_one |= contains(s, captured[lasting_cards[k]], one);
            of_other |= contains(s, captured[lasting_cards[k]], other);
        }
        if (of_one != of_other) return 1;
    }
#endif
    return (void)s, (void)one, (void)other, 0;
}

static int is_alike(St *s, V one, V other, V who, V made)
{
    if (s->S[FACES + one] != s->S[FACES + other]) return 0;
    if (states_differ(s, one, other, who) || shown_differ(s, one, other)) return 0;
    if (uses_differ(s, one, other) || lasting_differ(s, one, other)) return 0;
    const V *p = T(s, made);
    for (int64_t i = 1; i <= p[0]; i++)
        if (contains(s, p[i], one) != contains(s, p[i], other)) return 0;
    return !windows_differ(s, one, other) && !frames_differ(s, one, other);
}

/* ---------------------------------------------------------------- sorts of cards */

static inline int is_sorted_like(const St *s, V one, V other)
{
    if (title_of[one] != title_of[other] || s->S[WHERE + one] != s->S[WHERE + other]) return 0;
#if COUNTS_AS
    if (s->S[TITLES + one] != s->S[TITLES + other]) return 0;
#endif
    return 1;
}

typedef struct {
    V *representative; /* -1 as long as a card was not met */
    V *cards;
    int64_t number;
    int has_twins; /* whether several of one sort were met */
} Sorts;

static void meet(St *s, Sorts *sorts, V card, V who, V made)
{
    if (card < 0 || card >= ALL_CARDS || sorts->representative[card] >= 0) return;
    sorts->representative[card] = card;
    if (!has_copies[card]) return;
    V place = s->S[WHERE + card];
    for (int64_t i = 0; i < sorts->number && (place == NONE || !is_ordered[place]); i++) {
        V other = sorts->cards[i];
        if (!is_sorted_like(s, card, other)) continue;
        sorts->has_twins = 1;
        if (sorts->representative[other] != other || !is_alike(s, other, card, who, made)) continue;
        sorts->representative[card] = other;
        break;
    }
    sorts->cards[sorts->number++] = card;
}

static void meet_all(St *s, Sorts *sorts, V value, V who, V made)
{
    if (!is_tuple(value)) {
        meet(s, sorts, value, who, made);
        return;
    }
    const V *p = T(s, value);
    for (int64_t i = 1; i <= p[0]; i++) meet_all(s, sorts, p[i], who, made);
}

static int is_one_choice(St *s, const Sorts *sorts, V one, V other);

static int all_among(St *s, const Sorts *sorts, const V *p, const V *q)
{
    for (int64_t i = 1; i <= p[0]; i++) {
        int64_t j = 1;
        while (j <= q[0] && !is_one_choice(s, sorts, p[i], q[j])) j++;
        if (j > q[0]) return 0;
    }
    return 1;
}

static int is_one_choice(St *s, const Sorts *sorts, V one, V other)
{
    if (is_tuple(one) && is_tuple(other)) {
        const V *p = T(s, one), *q = T(s, other);
        return all_among(s, sorts, p, q) && all_among(s, sorts, q, p);
    }
    if (one >= 0 && one < ALL_CARDS) one = sorts->representative[one];
    if (other >= 0 && other < ALL_CARDS) other = sorts->representative[other];
    return one == other;
}

static V twins(St *s, V several, V who, V made)
{
    const V *p = T(s, several);
    V *found = grab(s, p[0]);
    int64_t mark = s->top;
    Sorts sorts = {.representative = grab(s, ALL_CARDS) + 1, .cards = grab(s, ALL_CARDS) + 1};
    for (int64_t card = 0; card < ALL_CARDS; card++) sorts.representative[card] = -1;
    meet_all(s, &sorts, several, who, made);
    for (int64_t i = 1; i <= p[0]; i++) {
        int64_t before = sorts.has_twins ? i - 1 : 0;
        while (before >= 1 && !is_one_choice(s, &sorts, p[before], p[i])) before--;
        found[i] = before >= 1 ? before - 1 : NONE;
    }
    give_back(s, mark);
    return shortened(s, found, p[0], sorts.has_twins ? p[0] : 0);
}

static V one_of_each(St *s, V several, V who, V made)
{
    const V *same_as = T(s, twins(s, several, who, made));
    if (same_as[0] == 0) return several;
    const V *p = T(s, several);
    V *kept = grab(s, p[0]);
    int64_t number = 0;
    for (int64_t i = 1; i <= p[0]; i++)
        if (same_as[i] == NONE) kept[++number] = p[i];
    return shortened(s, kept, p[0], number);
}
