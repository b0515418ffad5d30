/*
 * What a seat may know of a match, as a row of numbers of 32 bits; see `code/row_table.py`, which writes
 * the table of a seat: who is in, and how many must be for it to hold; the cell of what is seen
 * while something is planned; the seat; the titles of cards by number, and whether they are cells;
 * the marks of cards; where cards are, and which places the seat sees and which are others'; then the
 * parts, each with its kind, column, how many numbers follow, and whether it is another player's.
 */
enum { IN_CELL, MUST_BE_IN, FROZEN_CELL, OWN_SEAT, TITLE_CELLS, TITLE_MAP, MARK_CELLS, WHERE_CELLS };
enum { SEEN_PLACES = WHERE_CELLS + 1, ROW_PARTS, ROW_HEAD };
enum { A_NUMBER, WHO_IS_IN, A_ZONE, A_STATE, SEVERAL_CELLS };
enum { KIND, COLUMN, LENGTH, IS_OTHERS, PART_HEAD };
enum { IS_SEEN = 1, OF_OTHERS = 2 };
enum { ALWAYS_KNOWN = -1, NEVER_KNOWN = -2, NO_CELLS = -1 };
enum { UNSEEN_NUMBER = -1000000, NO_THING = -1 };

static int32_t clamped(int64_t number)
{
    return (int32_t)(number < INT32_MIN ? INT32_MIN : number > INT32_MAX ? INT32_MAX : number);
}

/* Whether a tuple, or none, has a number. */
static int tuple_has(const St *s, V several, int64_t number)
{
    if (!is_tuple(several)) return 0;
    const V *p = T(s, several);
    for (int64_t i = 1; i <= p[0]; i++)
        if (p[i] == number) return 1;
    return 0;
}

/*
 * The cells as they were before what is planned in secret, in which a seat sees what is another's;
 * the cells themselves where nothing is planned.
 */
static const V *before_plans(const St *s, const int64_t *t)
{
    V frozen = t[FROZEN_CELL] < 0 ? NONE : s->S[t[FROZEN_CELL]];
    return frozen == NONE ? s->S : T(s, frozen) + 1;
}

static int seat_was_shown(const St *s, const int64_t *t, const V *cells, V card)
{
    if (t[MARK_CELLS] < 0) return 0;
    V shown = cells[t[MARK_CELLS] + card];
    return shown != EMPTY && tuple_has(s, shown, t[OWN_SEAT]);
}

/* A card that lies, or lay before, in a zone of another's is seen as it was before. */
static int seat_sees(const St *s, const int64_t *t, V card)
{
    const V *cells = s->S, *before = before_plans(s, t);
    const int64_t *seen = t + t[SEEN_PLACES];
    V where = cells[t[WHERE_CELLS] + card];
    if (before != cells) {
        V was = before[t[WHERE_CELLS] + card];
        if ((where != NONE && seen[where] & OF_OTHERS) || (was != NONE && seen[was] & OF_OTHERS))
            cells = before, where = was;
    }
    return seat_was_shown(s, t, cells, card) || (where != NONE && seen[where] & IS_SEEN);
}

/*
 * Cards of a zone are counted by title, those alone that the seat was shown where `shown` has marks.
 * Answers the title on top: of an ordered zone the first that is known, else the lowest one.
 */
INLINED int64_t count_titles(const St *s, const int64_t *t, const V *cells, V zone, const V *shown,
                             int64_t ordered, int64_t titles, int32_t *counts)
{
    const V *title_of = t[TITLE_CELLS] >= 0 ? cells + t[TITLE_CELLS] : t + t[TITLE_MAP];
    const V *cards = T(s, zone) + 1, *end = cards + cards[-1];
    uint64_t first = UINT64_MAX, lowest = UINT64_MAX, unknown = (uint64_t)titles;
    for (; cards < end; cards++) {
        if (shown && (shown[*cards] == EMPTY || !tuple_has(s, shown[*cards], t[OWN_SEAT]))) continue;
        uint64_t title = (uint64_t)title_of[*cards];
        if (title >= unknown) continue;
        if (first == UINT64_MAX) first = title;
        if (title < lowest) lowest = title;
        counts[title]++;
    }
    return (int64_t)(ordered ? first : lowest);
}

/* The titles of the first cards that are told of, one behind the other. */
static void titles_in_order(const St *s, const int64_t *t, const V *cells, const int64_t *of,
                            int32_t *row)
{
    int64_t counted = of[2], all_seen = of[3], titles = of[4], places = of[5], told = 0;
    const V *title_of = t[TITLE_CELLS] >= 0 ? cells + t[TITLE_CELLS] : t + t[TITLE_MAP];
    const V *cards = T(s, cells[of[0]]);
    for (int64_t i = 1; i <= cards[0] && told < places; i++) {
        if (all_seen || seat_was_shown(s, t, cells, cards[i]))
            row[told++] = (int32_t)(title_of[cards[i]] < titles ? title_of[cards[i]] : NO_THING);
        else if (counted) row[told++] = UNSEEN_NUMBER;
    }
    while (told < places) row[told++] = NO_THING;
}

/*
 * A zone: its cell, whether it is ordered, counted, seen; how many titles, and how many places. Of an
 * ordered zone that is counted only the first card can be on top.
 */
static void zone_row(const St *s, const int64_t *t, const V *cells, const int64_t *of, int32_t *row)
{
    int64_t ordered = of[1], counted = of[2], all_seen = of[3], titles = of[4], top = NO_THING;
    V zone = cells[of[0]];
    const V *cards = T(s, zone), *marks = cells + t[MARK_CELLS];
    int32_t *counts = row + 1 + of[5];
    memset(counts, 0, (size_t)titles * sizeof *row);
    if (all_seen) top = count_titles(s, t, cells, zone, NULL, ordered, titles, counts);
    else if (t[MARK_CELLS] >= 0) top = count_titles(s, t, cells, zone, marks, ordered, titles, counts);
    row[0] = counted ? clamped(cards[0]) : UNSEEN_NUMBER;
    if (of[5] > 1) {
        titles_in_order(s, t, cells, of, row + 1);
        return;
    }
    if (ordered && counted && !all_seen && cards[0] && !seat_was_shown(s, t, cells, cards[1]))
        top = NO_THING;
    row[1] = top == NO_THING && counted && cards[0] ? UNSEEN_NUMBER : (int32_t)top;
}

/*
 * What a value is told as: `map` is the place of a map, with its length before it; 0: a number.
 * `card` is above 0 for cards: one more than what a card is told as that the seat does not see.
 */
static int32_t told_as(const St *s, const int64_t *t, V value, int64_t map, int64_t card)
{
    if (value == NONE) return NO_THING;
    if (card && !seat_sees(s, t, value)) return (int32_t)(card - 1);
    if (!map) return clamped(value);
    return value >= 0 && value < t[map] ? (int32_t)t[map + 1 + value] : NO_THING;
}

/*
 * A state or dice: width, map, what unseen cards are told as, places, how many members of a set have
 * a count, the lowest of them, whether there are entries; of each place: cell, who knows it, its cards.
 */
static void state_row(const St *s, const int64_t *t, const V *cells, const int64_t *of,
                      int32_t *row)
{
    int64_t width = of[0], map = of[1], card = of[2], places = of[3], members = of[4], lowest = of[5];
    int64_t has_entries = of[6];
    for (int64_t i = 0; i < width; i++) row[i] = UNSEEN_NUMBER;
    of += 7;
    for (; places > 0; places--, of += 3 + of[2]) {
        int is_told = 1;
        for (int64_t i = 0; i < of[2]; i++) is_told &= seat_sees(s, t, of[3 + i]);
        if (is_told) break;
    }
    if (places == 0) return;
    V value = cells[of[0]];
    if (value == ABSENT || of[1] == NEVER_KNOWN) return;
    if (of[1] >= 0 && !tuple_has(s, cells[of[1]], t[OWN_SEAT])) return;
    if (!has_entries) {
        row[0] = told_as(s, t, value, map, card);
        if (width > 1) row[1] = value == NONE;
        return;
    }
    const V *p = T(s, value);
    row[0] = clamped(p[0]);
    if (members) memset(row + 1, 0, (size_t)members * sizeof *row);
    for (int64_t i = 1; i <= p[0] && members; i++) {
        int64_t member = told_as(s, t, p[i], map, card) - lowest;
        if (member >= 0 && member < members) row[1 + member]++;
    }
    for (int64_t i = 1; i < width && !members; i++)
        row[i] = i <= p[0] ? told_as(s, t, p[i], map, card) : NO_THING;
}

/* Cells one behind the other that are always known, none of cards or sets: map, first, how many. */
static void several_cells(const int64_t *t, const V *cells, const int64_t *of, int32_t *row)
{
    cells += of[1];
    int64_t number = of[2], missing = 0;
    if (of[0]) {
        uint64_t known = (uint64_t)t[of[0]];
        const int64_t *map = t + of[0] + 1; /* behind its last entry stands what is told of others */
        for (int64_t i = 0; i < number; i++) {
            uint64_t value = (uint64_t)cells[i];
            row[i] = (int32_t)map[value < known ? value : known];
            missing |= cells[i] == ABSENT;
        }
    } else {
        for (int64_t i = 0; i < number; i++) {
            row[i] = cells[i] == NONE ? NO_THING : clamped(cells[i]);
            missing |= cells[i] == ABSENT;
        }
    }
    for (int64_t i = 0; missing && i < number; i++)
        if (cells[i] == ABSENT) row[i] = UNSEEN_NUMBER;
}

static void who_is_in(const St *s, const int64_t *t, int64_t seats, int32_t *row)
{
    const V *in = T(s, s->S[t[IN_CELL]]);
    memset(row, 0, (size_t)seats * sizeof *row);
    for (int64_t i = 1; i <= in[0]; i++) row[in[i]] = 1;
}

/* The row of a match. Whether it was made: else there is no table, or it does not hold now. */
static int row_of(const St *s, const int64_t *t, int32_t *into)
{
    if (!t || (t[MUST_BE_IN] && T(s, s->S[t[IN_CELL]])[0] != t[MUST_BE_IN])) return 0;
    const int64_t *part = t + ROW_HEAD;
    const V *before = before_plans(s, t);
    for (int64_t parts = t[ROW_PARTS]; parts > 0; parts--, part += PART_HEAD + part[LENGTH]) {
        int32_t *row = into + part[COLUMN];
        const V *cells = part[IS_OTHERS] ? before : s->S;
        const int64_t *of = part + PART_HEAD;
        if (part[KIND] == A_NUMBER) *row = clamped(of[0]);
        else if (part[KIND] == WHO_IS_IN) who_is_in(s, t, of[0], row);
        else if (part[KIND] == A_ZONE) zone_row(s, t, cells, of, row);
        else if (part[KIND] == SEVERAL_CELLS) several_cells(t, cells, of, row);
        else state_row(s, t, cells, of, row);
    }
    return 1;
}

/* The row of a seat. Where there is no table, it stays as it is, and `left` is 1. */
static void write_row(const Batch *b, int64_t match, int64_t seat, int32_t *rows, uint8_t *left)
{
    left[match] = !row_of(b->states[match], b->seen[seat], rows + match * b->columns);
}

/* The row of one match by a seat's table; whether it was made. */
int64_t rl_row(const St *s, const int64_t *table, int32_t *row)
{
    return row_of(s, table, row);
}

/* A row for each match, of its seat. */
void rl_rows(const Batch *b, int64_t first, int64_t number, const int64_t *seats, int32_t *rows,
             uint8_t *left)
{
    for (int64_t i = first; i < first + number; i++) write_row(b, i, seats[i], rows, left);
}

INLINED void fetch(const void *from, const void *to)
{
    for (const char *at = from; at < (const char *)to; at += 64) __builtin_prefetch(at, 1);
}

/*
 * What a match needs for its next decision is fetched while others move: first its registers, then
 * what these lead to. Few matches are in a cache anyway. Inlined, else gcc takes it to do nothing.
 */
INLINED void fetch_later(const Batch *b, int64_t match, int64_t end, int64_t number)
{
    enum { FEWEST_FETCHED = 512, REGISTERS_AHEAD = 6, REST_AHEAD = 3, FRAME = 16, NEAR_TOP = 32 };
    if (number < FEWEST_FETCHED || match + REGISTERS_AHEAD >= end) return;
    const St *far = b->states[match + REGISTERS_AHEAD], *near = b->states[match + REST_AHEAD];
    const V *top = words_at(near, near->top);
    fetch(far, far->S);
    fetch(near->S, near->inner_frames + FRAME);
    fetch(top - NEAR_TOP, top + NEAR_TOP);
}

/*
 * Each does the action of a number, or makes the choice at a place, unless it is below 0; one that is
 * over begins anew, if there are seeds. Then the row of who is asked is written, if there are rows,
 * while the match is in a cache. Answers which is the first with a choice that has no number.
 */
int64_t rl_turn(const Batch *b, int64_t first, int64_t number, const int64_t *picks,
                int64_t are_actions, const uint64_t *seeds, int32_t *rows, uint8_t *left)
{
    int64_t without = -1, end = first + number;
    for (int64_t i = first; i < end && !is_stopping(); i++) {
        St *s = b->states[i];
        fetch_later(b, i, end, number);
        int64_t pick = picks[i], begins = seeds && b->choices[i] <= 0;
        if (begins || pick >= 0) {
            int64_t place = b->masks ? unmark_actions(b, i, pick) : NO_PLACE;
            if (begins) begin_match(b, s, seeds[i]);
            else rl_choose(s, are_actions ? place : pick);
            if (!ask_match(b, i) && without < 0) without = i;
        }
        if (rows) write_row(b, i, s->waits ? s->who : 0, rows, left); /* not what was handed out */
    }
    return without;
}

/*
 * Rows of numbers as features, which are numbers and ones. The table has of each column of a row
 * where it goes; how many names it may tell, 0 of a number; the lowest one; how far apart their
 * places are; and where a 1 says that it is hidden, below 0: nowhere.
 */
void rl_features(const int32_t *rows, int64_t number, int64_t width, const int64_t *table,
                 int64_t features, float *into)
{
    memset(into, 0, (size_t)(number * features) * sizeof *into);
    for (int64_t i = 0; i < number; i++, rows += width, into += features)
        for (int64_t column = 0; column < width; column++) {
            const int64_t *of = table + 5 * column;
            int64_t name = rows[column] - of[2];
            if (rows[column] == UNSEEN_NUMBER) {
                if (of[4] >= 0) into[of[4]] = 1;
            } else if (of[1] == 0) {
                into[of[0]] = (float)rows[column];
            } else if (name >= 0 && name < of[1]) {
                into[of[0] + name * of[3]] += 1;
            }
        }
}
