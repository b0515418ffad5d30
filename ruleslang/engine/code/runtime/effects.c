/* The effects of the flow: chance, cards, pieces, what is shown and what is secret. */

/* ---------------------------------------------------------------- the record */

static inline void note(St *s, int64_t number)
{
    if ((s->S[NOTED] += number) > MOST_NOTED) fail(s, TOO_MUCH, -1);
}

static inline V linked(St *s, V before, V entry)
{
    V *made = grab(s, 2);
    made[1] = before;
    made[2] = entry;
    return reference(s, made);
}

static void limit_reached(St *s, V what, V origin)
{
    if (s->keeps_outcomes) s->notes = linked(s, linked(s, s->notes, what), origin);
}

static inline void came_out(St *s, V outcome)
{
    if (s->keeps_outcomes) s->outcomes = linked(s, s->outcomes, outcome);
}

/* In the order in which `code/events.py` names them. */
enum { ROLLED, SHUFFLED, PICKED, DRAWN = PICKED + 1, DECIDED = PICKED + 1, DECIDED_IN_SECRET, SECRET_ENDED };

/* For the events of the match: of which stream or place, of which cell or type, what came out. */
static void happened(St *s, V what, V of, V which, V outcome)
{
    if (!s->keeps_events) return;
    V *made = grab(s, 4);
    made[1] = what, made[2] = of, made[3] = which, made[4] = outcome;
    s->events = linked(s, s->events, reference(s, made));
}

/* ---------------------------------------------------------------- chance */

static uint64_t derive(uint64_t seed, uint64_t purpose)
{
    uint64_t z = seed + (purpose + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (z ^ (z >> 31)) % (UINT64_C(4294883355) * UINT64_C(0x100000000) - 2) + 1;
}

static inline uint32_t next32(uint64_t *word)
{
    uint32_t low = (uint32_t)*word, high = (uint32_t)(*word >> 32);
    *word = (uint64_t)low * UINT64_C(4294883355) + high;
    return low ^ high;
}

static inline int64_t below(uint64_t *word, uint32_t number)
{
    uint64_t product = (uint64_t)next32(word) * number;
    if ((uint32_t)product < number) {
        uint32_t threshold = -number % number;
        while ((uint32_t)product < threshold) product = (uint64_t)next32(word) * number;
    }
    return (int64_t)(product >> 32);
}

static inline uint64_t *stream(St *s, int64_t number)
{
    uint64_t *word = &s->streams[number];
    if (*word == 0) *word = derive(s->seed, stream_numbers[number]);
    return word;
}

/*
 * The match stops, and says what it wants first: of which stream, of which cell, place or type, how
 * many, of which members.
 */
static _Noreturn __attribute__((cold, noinline)) void want(St *s, V kind, V of, V which, V number,
                                                           V members)
{
    V what[] = {kind + 1, of, which, number, members};
    if (!s->wanted[0]) memcpy(s->wanted, what, sizeof what);
    fail(s, INTERRUPTED, -1);
}

/* The next outcome that comes from outside, perhaps of a save, below `most` (0: an order). */
static V next_given(St *s, V kind, V of, V which, V number, V members, int64_t most)
{
    if (s->given == NONE) want(s, kind, of, which, number, members);
    const V *pair = T(s, s->given);
    s->given = pair[2];
    if (most && (uint64_t)pair[1] >= (uint64_t)most) fail(s, INTERRUPTED, -1);
    return pair[1];
}

/*
 * A card that a shuffle left undrawn stands in its zone as a number from UNDRAWN on. Before anything
 * reads the cards from one place to another it is wanted: then all begins again with it drawn. These
 * answer the cell.
 */
static __attribute__((noinline)) void look_at_cards(St *s, int64_t cell, int64_t first, int64_t last)
{
    const V *p = T(s, s->S[cell]);
    for (int64_t i = first < 1 ? 1 : first; i <= last && i <= p[0]; i++)
        if (p[i] >= UNDRAWN) want(s, DRAWN, -1, p[i], 1, EMPTY);
}

static inline int64_t drawn(St *s, int64_t cell)
{
    if (__builtin_expect(s->asks != 0, 0)) look_at_cards(s, cell, 1, INT64_MAX);
    return cell;
}

static inline int64_t first_drawn(St *s, int64_t cell, V number)
{
    if (__builtin_expect(s->asks != 0, 0)) look_at_cards(s, cell, 1, number);
    return cell;
}

static inline int64_t last_drawn(St *s, int64_t cell, V number)
{
    if (__builtin_expect(s->asks != 0, 0)) {
        int64_t there = T(s, s->S[cell])[0];
        look_at_cards(s, cell, number < there ? there - number + 1 : 1, there);
    }
    return cell;
}

static inline int64_t entry_drawn(St *s, int64_t cell, V place)
{
    if (__builtin_expect(s->asks != 0, 0) && place >= 1) look_at_cards(s, cell, place, place);
    return cell;
}

/* A die of a cell, or below 0: none that stays; `again` are those that are rolled again now. */
static V roll_in(St *s, int64_t of, int64_t faces, int64_t cell, V number, V again)
{
    V place = s->asks ? next_given(s, ROLLED, of, cell, number, again, faces)
                      : below(stream(s, of), (uint32_t)faces);
    came_out(s, place);
    happened(s, ROLLED, of, cell < 0 ? -1 : cell, place);
    note(s, ACT_OF_CHANCE);
    return place;
}

static V roll(St *s, int64_t of, int64_t faces) { return roll_in(s, of, faces, -1, 1, EMPTY); }

static V roll_many(St *s, int64_t of, int64_t faces, V number, int64_t cell)
{
    if (number < 0) number = 0;
    V *made = grab(s, number);
    for (int64_t i = 1; i <= number; i++) made[i] = 0;
    for (int64_t i = 1; i <= number; i++)
        made[i] = roll_in(s, of, faces, cell, number - i + 1, EMPTY);
    return shortened(s, made, number, number);
}

static V roll_several(St *s, int64_t of, int64_t faces, int64_t origin, V number)
{
    if (number > MOST_DICE) fail(s, TOO_MUCH, origin);
    return roll_many(s, of, faces, number, -2 - origin);
}

static void throw_dice(St *s, int64_t of, int64_t faces, V number, int64_t cell, int64_t shown)
{
    s->S[cell] = roll_many(s, of, faces, number, cell);
    if (shown >= 0) s->S[shown] = NONE;
}

static V roll_again(St *s, int64_t of, int64_t faces, int64_t base, int64_t shown, V before, V most,
                    V dice)
{
    const V *p = T(s, dice);
    int is_one_place = 1;
    for (int64_t i = 2; i <= p[0]; i++)
        is_one_place &= (p[i] - before) / most == (p[1] - before) / most;
    for (int64_t i = 1; i <= p[0]; i++) {
        V place = (p[i] - before) / most, position = (p[i] - before) % most;
        int64_t left = is_one_place ? p[0] - i + 1 : 0; /* 0: not together */
        V rolled = roll_in(s, of, faces, base + place, left, dice);
        const V *lying = T(s, s->S[base + place]);
        V *made = grab(s, lying[0]);
        memcpy(made + 1, lying + 1, (size_t)lying[0] * sizeof(V));
        made[position + 1] = rolled;
        s->S[base + place] = reference(s, made);
        if (shown >= 0) s->S[shown + place] = NONE;
    }
    V *made = grab(s, p[0]);
    for (int64_t i = 1; i <= p[0]; i++) {
        V place = (p[i] - before) / most, position = (p[i] - before) % most;
        made[i] = T(s, s->S[base + place])[position + 1];
    }
    return shortened(s, made, p[0], p[0]);
}

static V pick(St *s, int64_t of, int64_t type, V members)
{
    const V *p = T(s, members);
    if (p[0] == 1) return p[1];
    V place = s->asks ? next_given(s, PICKED, of, type, 1, members, p[0])
                      : below(stream(s, of), (uint32_t)p[0]);
    came_out(s, place);
    V picked = T(s, members)[place + 1];
    happened(s, PICKED, of, type, picked);
    note(s, ACT_OF_CHANCE);
    return picked;
}

/* ---------------------------------------------------------------- what was shown */

#if REVEALS
static V more(St *s, V old, V new)
{
    const V *p = T(s, old == NONE ? EMPTY : old), *q = T(s, new);
    V *made = grab(s, p[0] + q[0]);
    memcpy(made + 1, p + 1, (size_t)p[0] * sizeof(V));
    memcpy(made + 1 + p[0], q + 1, (size_t)q[0] * sizeof(V));
    return sorted(s, shortened(s, made, p[0] + q[0], p[0] + q[0]));
}

static V those_among(St *s, V players, V others)
{
    const V *p = T(s, players), *q = T(s, others);
    V *made = grab(s, p[0]);
    int64_t kept = 0;
    for (int64_t i = 1; i <= p[0]; i++)
        if (place_among(s, p[i], q, q[0])) made[++kept] = p[i];
    return shortened(s, made, p[0], kept);
}

static int was_told(const St *s, V card)
{
    if (s->S[MARKS + card] != NONE) return 1;
    for (int64_t i = 0; i < FACTS; i++)
        if (s->S[fact_cells[i] + card] != EMPTY) return 1;
    return 0;
}

/* Who does not see a zone forgets what was shown of cards that lie there now. */
static void forget(St *s, V cards, V place)
{
    const V *p = T(s, cards);
    V see = NONE;
    for (int64_t i = 1; i <= p[0]; i++) {
        V card = p[i], marked = s->S[MARKS + card];
        if (!was_told(s, card)) continue;
        if (see == NONE) see = seers_of_zone(s, place);
        V kept = marked == NONE ? EMPTY : those_among(s, marked, see);
        s->S[MARKS + card] = kept == EMPTY ? NONE : kept;
        for (int64_t f = 0; f < FACTS; f++) {
            const V *told = T(s, s->S[fact_cells[f] + card]);
            V *made = grab(s, told[0]);
            int64_t number = 0;
            for (int64_t j = 1; j <= told[0]; j++) {
                const V *row = T(s, told[j]);
                V to = those_among(s, row[3], see);
                if (to == EMPTY) continue;
                V *other = grab(s, 3);
                other[1] = row[1], other[2] = row[2], other[3] = to;
                made[++number] = reference(s, other);
            }
            s->S[fact_cells[f] + card] = shortened(s, made, told[0], number);
        }
    }
}

static void keep_track(St *s, V cards, V place)
{
    if (!is_ordered[place] && T(s, s->S[ZONES + place])[0] != 1) forget(s, cards, place);
}

static void mark(St *s, V cards, V to)
{
    const V *p = T(s, cards);
    for (int64_t i = 1; i <= p[0]; i++)
        s->S[MARKS + p[i]] = more(s, s->S[MARKS + p[i]], to);
}

static void show(St *s, int64_t cell, int64_t shown, V to)
{
    if (s->S[cell] != ABSENT) s->S[shown] = more(s, s->S[shown], to);
}

static void inform(St *s, int64_t facts, V card, V value, V truth, V to)
{
    const V *told = T(s, s->S[facts + card]);
    V *made = grab(s, told[0] + 1), *row = grab(s, 3);
    int64_t number = 0;
    row[1] = value, row[2] = truth, row[3] = to;
    V before = NONE;
    for (int64_t i = 1; i <= told[0]; i++) {
        const V *other = T(s, told[i]);
        if (same(s, other[1], value) && other[2] == truth) before = other[3];
        else made[++number] = told[i];
    }
    row[3] = EMPTY;
    made[++number] = reference(s, row);
    made[0] = number;
    V known_to = more(s, before, to);
    row[3] = known_to;
    s->S[facts + card] = shortened(s, made, told[0] + 1, number);
}
#else
static inline void keep_track(St *s, V cards, V place) { (void)s, (void)cards, (void)place; }
#define forget keep_track
#endif

/* ---------------------------------------------------------------- what cards count as */

#if COUNTS_AS
enum { NOWHERE_AT = -1, WHILE_IT_IS_PLAYED = -1, AS_IT_IS_PRINTED = -2 };

static void count_as(St *s, V card, V title)
{
    V where = s->S[WHERE + card], *row = grab(s, 5);
    row[1] = card, row[2] = title, row[3] = s->S[TITLES + card], row[4] = s->S[COUNTING + card];
    row[5] = where == NONE ? NOWHERE_AT : where;
    s->S[PLAYED_AS] = joined(s, s->S[PLAYED_AS], tuple1(s, reference(s, row)));
    s->S[TITLES + card] = title;
    s->S[COUNTING + card] = WHILE_IT_IS_PLAYED;
}

static void end_counting(St *s)
{
    V rows = s->S[PLAYED_AS];
    const V *row = T(s, last(s, rows));
    s->S[PLAYED_AS] = part(s, rows, 0, T(s, rows)[0] - 1);
    V card = row[1], where = s->S[WHERE + card];
    int stays = where != NONE && where != row[5];
    s->S[TITLES + card] = stays ? row[2] : row[3];
    s->S[COUNTING + card] = stays ? where : row[4];
}

static inline void left_place(St *s, V card, V old)
{
    if (s->S[COUNTING + card] != old) return;
    s->S[TITLES + card] = title_of[card];
    s->S[COUNTING + card] = AS_IT_IS_PRINTED;
}
#else
static inline void left_place(St *s, V card, V old) { (void)s, (void)card, (void)old; }
#endif

static int may_lie(St *s, V card, V place)
{
    int64_t kind = kind_of_zone[place];
    if (kind < 0 || is_of_kind[title_of[card] * KINDS + kind]) return 1;
#if COUNTS_AS
    return (int)is_of_kind[s->S[TITLES + card] * KINDS + kind];
#else
    (void)s;
    return 0;
#endif
}

/* ---------------------------------------------------------------- cards */

/* A zone gets a tuple that nothing else holds, unless it is a constant. */
static inline void set_zone(St *s, V place, V cards)
{
    s->S[ZONES + place] = cards;
    s->rooms[place] = cards - FIRST_TUPLE >= FIRST_CONSTANT ? 0 : T(s, cards)[0];
    s->fronts[place] = 0;
}

/* Those of a zone whose place is still this one. */
static void take_away(St *s, V place)
{
    const V *p = T(s, s->S[ZONES + place]);
    V *made = grab(s, p[0]);
    int64_t kept = 0;
    for (int64_t i = 1; i <= p[0]; i++) {
        made[kept + 1] = p[i];
        kept += p[i] >= UNDRAWN || s->S[WHERE + p[i]] == place;
    }
    set_zone(s, place, shortened(s, made, p[0], kept));
}

/* A zone gets its own tuple, with room for so many entries more. */
static __attribute__((noinline)) V *take_zone(St *s, V place, int64_t more)
{
    const V *p = T(s, s->S[ZONES + place]);
    int64_t there = p[0], room = there + more + there / 4 + SLACK;
    V *made = grab(s, room + SLACK) + SLACK; /* half of what is spare lies in front */
    made[0] = there;
    memcpy(made + 1, p + 1, (size_t)there * sizeof(V));
    s->S[ZONES + place] = reference(s, made);
    s->rooms[place] = room, s->fronts[place] = SLACK;
    return made;
}

/* The tuple of a zone, which nothing else holds, with room for so many entries more. */
static inline V *own_zone(St *s, V place, int64_t more)
{
    if (__builtin_expect(s->rooms[place] > 0, 1)) {
        V *p = words_at(s, place_of_tuple(s->S[ZONES + place]));
        if (s->rooms[place] >= p[0] + more) return p;
    }
    return take_zone(s, place, more);
}

/* Entries move by one place; most are few. */
static inline void shift(V *to, const V *from, int64_t number)
{
    if (number > 16) memmove(to, from, (size_t)number * sizeof(V));
    else if (to < from) for (int64_t i = 0; i < number; i++) to[i] = from[i];
    else for (int64_t i = number - 1; i >= 0; i--) to[i] = from[i];
}

/* In a few sorted entries nothing jumps: where a card belongs among them is not foreseen. */
#define FEW 12

/* A card that lies in a zone is there no more. */
static void drop_card(St *s, V card, V place)
{
    V *p = own_zone(s, place, 0);
    int64_t left = p[0] - 1, at = 1;
    if (left == 0) {
        s->S[ZONES + place] = EMPTY;
        s->rooms[place] = s->fronts[place] = 0;
    } else if (is_ordered[place] && p[1] == card) {
        p[1] = left;
        s->S[ZONES + place]++;
        s->rooms[place]--, s->fronts[place]++;
    } else {
        p[0] = left;
        if (!is_ordered[place] && left <= FEW) {
            for (; at <= left; at++) p[at] = p[at + (p[at] >= card)];
            return;
        }
        while (p[at] != card) at++;
        shift(p + at, p + at + 1, left + 1 - at);
    }
}

static void lay_card(St *s, V card, V place, int is_top)
{
    V *p = own_zone(s, place, 1);
    int64_t there = p[0], at = there;
    if (!is_ordered[place]) {
        if (there <= FEW) {
            for (at = 0; at < there; at++) {
                V one = p[at + 1];
                p[at + 1] = one < card ? one : card;
                card = one < card ? card : one;
            }
        }
        for (; at > 0 && p[at] > card; at--) p[at + 1] = p[at];
    } else if (is_top && s->fronts[place] > 0) {
        p[-1] = there + 1, p[0] = card;
        s->S[ZONES + place]--;
        s->rooms[place]++, s->fronts[place]--;
        return;
    } else if (is_top) {
        at = 0;
        shift(p + 2, p + 1, there);
    }
    p[at + 1] = card;
    p[0] = there + 1;
}

/* One card to a place where it is not, and where there is room. */
static inline void move_one(St *s, int is_top, V card, V target)
{
    V old = s->S[WHERE + card];
    if (old != NONE) left_place(s, card, old);
    s->S[AGES + card] = ++s->S[CLOCK];
    s->S[WHERE + card] = target;
    if (old != NONE) drop_card(s, card, old);
    lay_card(s, card, target, is_top);
}

static V in_zone_order(St *s, V *cards, V place)
{
    if (!is_ordered[place]) sort(s, cards + 1, cards[0]);
    return reference(s, cards);
}

static inline int are_nowhere(const St *s, const V *cards)
{
    uint64_t lying = 0;
    for (int64_t i = 1; i <= cards[0]; i++) lying |= (uint64_t)(s->S[WHERE + cards[i]] ^ NONE);
    return lying == 0;
}

/* Cards that lay nowhere get their place; the number behind that of the last. */
static int64_t lay_first(St *s, const V *cards, V place, V moment)
{
    int64_t i = 1;
    for (; i <= cards[0]; i++) {
        s->S[AGES + cards[i]] = moment;
        s->S[WHERE + cards[i]] = place;
    }
    return i;
}

static __attribute__((noinline)) void move_several(St *s, int is_top, int64_t origin, V cards,
                                                   V target, V room)
{
    const V *p = T(s, cards), *there = T(s, s->S[ZONES + target]);
    int64_t number = p[0], stay = 0;
    V *made = grab(s, number + there[0]);
    V *staying = made + 1 + (is_top ? number : 0);
    for (int64_t i = 1; i <= there[0]; i++)
        if (!place_among(s, there[i], p, number)) staying[stay++] = there[i];
    if (room != NONE && stay + number > (room > there[0] ? room : there[0]))
        fail(s, ZONE_FULL, origin);
    memcpy(made + 1 + (is_top ? 0 : stay), p + 1, (size_t)number * sizeof(V));
    made[0] = number + stay;
    shorten(s, made, number + there[0], number + stay);
    V moment = ++s->S[CLOCK], left = NONE;
    for (int64_t i = are_nowhere(s, p) ? lay_first(s, p, target, moment) : 1; i <= number; i++) {
        V old = s->S[WHERE + p[i]];
        if (old == target) continue;
        if (old != left && left != NONE) take_away(s, left);
        left = old;
        if (old != NONE) left_place(s, p[i], old);
        s->S[AGES + p[i]] = moment;
        s->S[WHERE + p[i]] = target;
    }
    if (left != NONE) take_away(s, left);
    set_zone(s, target, in_zone_order(s, made, target));
    keep_track(s, cards, target);
}

/* Whether a zone can take one card more that does not lie there. */
static inline int takes_one(St *s, V card, V target, V room)
{
    return s->S[WHERE + card] != target && (room == NONE || T(s, s->S[ZONES + target])[0] < room);
}

/*
 * A rule can name cards that lie undrawn, of which only the zone is known. Before they move, the
 * zone's cards are wanted from the first on, until all of them are drawn that the rule names.
 */
static __attribute__((noinline)) void look_for(St *s, const V *cards)
{
    for (int64_t i = 1; i <= cards[0]; i++) {
        V place = s->S[WHERE + cards[i]];
        if (place == NONE) continue;
        const V *there = T(s, s->S[ZONES + place]);
        if (!place_among(s, cards[i], there, there[0])) drawn(s, ZONES + place);
    }
}

OFTEN void move(St *s, int is_top, int64_t origin, V cards, V target, V room)
{
    const V *p = T(s, cards);
    if (__builtin_expect(s->asks != 0, 0)) look_for(s, p);
    if (p[0] == 1 && takes_one(s, p[1], target, room)) {
        move_one(s, is_top, p[1], target);
        keep_track(s, cards, target);
    } else if (p[0] != 0) {
        move_several(s, is_top, origin, cards, target, room);
    }
}

/* The order of a shuffle that comes from outside: each place once, or a card that is undrawn. */
static V given_order(St *s, V cards, V place, int64_t of, int64_t number)
{
    V order = next_given(s, SHUFFLED, of, place, 1, cards, 0), *seen = grab(s, number);
    memset(seen + 1, 0, (size_t)number * sizeof(V));
    const V *p = is_tuple(order) ? T(s, order) : NULL;
    if (p == NULL || p[0] != number) fail(s, INTERRUPTED, -1);
    for (int64_t i = 1; i <= number; i++) {
        if (p[i] >= UNDRAWN) continue;
        if (p[i] < 0 || p[i] >= number || seen[p[i] + 1]++) fail(s, INTERRUPTED, -1);
    }
    return order;
}

static V drawn_order(St *s, V cards, int64_t of, int64_t number)
{
    uint64_t *word = stream(s, of);
    V *made = grab(s, number);
    if (s->keeps_outcomes) {
        for (int64_t i = 1; i <= number; i++) made[i] = i - 1;
    } else {
        memcpy(made + 1, T(s, cards) + 1, (size_t)number * sizeof(V));
    }
    for (int64_t last_one = number; last_one > 1; last_one--) {
        int64_t other = below(word, (uint32_t)last_one) + 1;
        V kept = made[last_one];
        made[last_one] = made[other];
        made[other] = kept;
    }
    return reference(s, made);
}

/* The cards in an order, in which undrawn ones stay undrawn. */
static V in_given_order(St *s, V cards, V order)
{
    const V *from = T(s, cards), *p = T(s, order);
    V *made = grab(s, p[0]);
    for (int64_t i = 1; i <= p[0]; i++) made[i] = p[i] >= UNDRAWN ? p[i] : from[p[i] + 1];
    return reference(s, made);
}

static void shuffle(St *s, V place, int64_t of)
{
    V cards = s->S[drawn(s, ZONES + place)];
    int64_t number = T(s, cards)[0];
    if (number < 2) return;
    V order = s->asks ? given_order(s, cards, place, of, number) : drawn_order(s, cards, of, number);
    if (s->keeps_outcomes) {
        came_out(s, order);
        if (s->keeps_events) happened(s, SHUFFLED, place, -1, in_given_order(s, cards, order));
        order = in_given_order(s, cards, order); /* its own, since a zone changes its tuple */
    }
    note(s, ACT_OF_CHANCE + number);
    if (is_ordered[place]) set_zone(s, place, order);
    forget(s, cards, place);
}

static void put_card(St *s, V card, V place, int64_t origin)
{
    if (!may_lie(s, card, place)) fail(s, WRONG_KIND_IN_ZONE, origin);
    left_place(s, card, s->S[WHERE + card]);
    s->S[AGES + card] = s->S[CLOCK];
    s->S[WHERE + card] = place;
}

static V laid(St *s, V cards, V place)
{
    const V *p = T(s, cards);
    if (is_ordered[place] || p[0] == 0) return cards;
    V *made = grab(s, p[0]);
    memcpy(made + 1, p + 1, (size_t)p[0] * sizeof(V));
    sort(s, made + 1, p[0]);
    return reference(s, made);
}

static void swap_zones(St *s, int64_t origin, V left, V right)
{
    V mine = lent(s, drawn(s, ZONES + left)), theirs = lent(s, drawn(s, ZONES + right));
    const V *p = T(s, mine), *q = T(s, theirs);
    s->S[CLOCK]++;
    for (int64_t i = 1; i <= p[0]; i++) put_card(s, p[i], right, origin);
    for (int64_t i = 1; i <= q[0]; i++) put_card(s, q[i], left, origin);
    s->S[ZONES + left] = laid(s, theirs, left);
    s->S[ZONES + right] = laid(s, mine, right);
}

static V exchanged(St *s, V cards, V one, V other)
{
    const V *p = T(s, cards);
    V *made = grab(s, p[0]);
    for (int64_t i = 1; i <= p[0]; i++)
        made[i] = p[i] == one ? other : p[i] == other ? one : p[i];
    return shortened(s, made, p[0], p[0]);
}

static void swap_cards(St *s, int64_t origin, V one, V other)
{
    V mine = s->S[WHERE + one], theirs = s->S[WHERE + other];
    if (s->asks) {
        V both[] = {2, one, other};
        look_for(s, both);
    }
    if (mine == NONE || theirs == NONE) fail(s, NOT_A_MEMBER, origin);
    s->S[CLOCK]++;
    if (mine != theirs) {
        put_card(s, one, theirs, origin);
        put_card(s, other, mine, origin);
        set_zone(s, theirs, laid(s, exchanged(s, s->S[ZONES + theirs], one, other), theirs));
    }
    set_zone(s, mine, laid(s, exchanged(s, s->S[ZONES + mine], one, other), mine));
    keep_track(s, tuple1(s, one), theirs);
    keep_track(s, tuple1(s, other), mine);
}

/* ---------------------------------------------------------------- pieces */

static inline void look_at_space(St *s, V space)
{
    const V *p = T(s, s->S[STANDING + space]);
    s->on[space] = p[0] ? p[1] : NONE;
    if (space < 64 * MASK_WORDS) {
        int64_t word = space >> 6, at = space & 63;
        uint64_t others = ~(UINT64_C(1) << at);
        s->occupied[word] = (s->occupied[word] & others) | (uint64_t)(p[0] != 0) << at;
    }
}

static void look_at_spaces(St *s)
{
    memset(s->occupied, 0, sizeof s->occupied);
    for (V space = 0; space < SPACES; space++) {
        s->on[space] = NONE;
        if (s->S[STANDING + space] != EMPTY) look_at_space(s, space);
    }
}

static void put_piece(St *s, V piece, V space)
{
    V old = s->S[SPACE + piece];
    if (old != NONE) {
        const V *p = T(s, s->S[STANDING + old]);
        V *made = grab(s, p[0]);
        int64_t kept = 0;
        for (int64_t i = 1; i <= p[0]; i++)
            if (p[i] != piece) made[++kept] = p[i];
        s->S[STANDING + old] = shortened(s, made, p[0], kept);
        look_at_space(s, old);
    }
    s->S[SPACE + piece] = space;
    if (space == NONE) return;
    const V *p = T(s, s->S[STANDING + space]);
    V *made = grab(s, p[0] + 1);
    int64_t at = 1;
    while (at <= p[0] && p[at] < piece) made[at] = p[at], at++;
    made[at] = piece;
    for (; at <= p[0]; at++) made[at + 1] = p[at];
    s->S[STANDING + space] = reference(s, made);
    look_at_space(s, space);
}

/* ---------------------------------------------------------------- cells */

static void fill(St *s, int64_t base, int64_t cells, int64_t shown, V value)
{
    for (int64_t i = 0; i < cells; i++) {
        if (shown >= 0 && value != ABSENT && !same(s, s->S[base + i], value))
            s->S[shown + i] = NONE;
        s->S[base + i] = value;
    }
}

/* ---------------------------------------------------------------- what rules look at */

static uint64_t folded(St *s, uint64_t noted, V value)
{
    if (!is_tuple(value)) {
        uint64_t z = (noted ^ (uint64_t)value) * UINT64_C(0xBF58476D1CE4E5B9);
        return (z ^ (z >> 29)) * UINT64_C(0x94D049BB133111EB);
    }
    const V *p = T(s, value);
    noted = folded(s, noted + 1, p[0]);
    for (int64_t i = 1; i <= p[0]; i++) noted = folded(s, noted, p[i]);
    return noted;
}

static __attribute__((unused)) V noted(St *s, V value)
{
    s->noted = (V)(folded(s, (uint64_t)s->noted, value) >> 5);
    return value;
}

/* ---------------------------------------------------------------- secrets */

static void open_secret(St *s, V statement, V players)
{
    s->S[SECRET] = statement;
    s->S[SECRET_OF] = players;
    s->S[SECRET_SINCE] = s->frames - 1;
}

static void close_secret(St *s)
{
    happened(s, SECRET_ENDED, -1, -1, NONE);
    s->S[SECRET] = NONE;
    s->S[SECRET_OF] = EMPTY;
    s->S[SECRET_SINCE] = -1;
}

static void freeze_views(St *s)
{
    V *made = grab(s, CELLS);
    memset(s->rooms, 0, sizeof s->rooms);
    memcpy(made + 1, s->S, CELLS * sizeof(V));
    s->S[FROZEN] = reference(s, made);
    s->S[FROZEN_SINCE] = s->frames - 1;
}

static void unfreeze_views(St *s)
{
    s->S[FROZEN] = NONE;
    s->S[FROZEN_SINCE] = -1;
}

/* What frames from a depth on asked in secret is over. */
static void secrets_left(St *s, int64_t depth)
{
    if (s->S[SECRET] != NONE && s->S[SECRET_SINCE] >= depth) close_secret(s);
    if (s->S[FROZEN] != NONE && s->S[FROZEN_SINCE] >= depth) unfreeze_views(s);
}
