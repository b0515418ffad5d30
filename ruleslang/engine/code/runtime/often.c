/*
 * What can be done most often in all: every way is done in an imagined position, and those after
 * it; a position that several orders lead to is looked at once. Positions are known by 128 bits.
 */

typedef struct {
    uint64_t a, b;
} Position;

typedef struct {
    Position position;
    int64_t often; /* counted from 1; 0: nothing is here */
} Known;

typedef struct {
    V (*ways)(St *s, V who);
    Runs doing;
    V who, found;
    int64_t origin, depth, number, places;
    Known *known;
    Position path[MOST_OFTEN];
} Search;

static inline Position with_word(Position p, uint64_t word)
{
    p.a = (p.a ^ word) * UINT64_C(0xBF58476D1CE4E5B9);
    p.a ^= p.a >> 29;
    p.b = (p.b + word) * UINT64_C(0x94D049BB133111EB);
    p.b ^= p.b >> 31;
    return p;
}

static Position with_tuple(const St *s, Position p, V value)
{
    const V *entries = T(s, value);
    p = with_word(p, UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)entries[0]);
    for (int64_t i = 1; i <= entries[0]; i++)
        p = is_tuple(entries[i]) ? with_tuple(s, p, entries[i])
                                 : with_word(p, (uint64_t)entries[i]);
    return p;
}

static inline Position with_value(const St *s, Position p, V value)
{
    return is_tuple(value) ? with_tuple(s, p, value) : with_word(p, (uint64_t)value);
}

static inline Position with_position(Position p, Position other)
{
    return (Position){with_word(p, other.a).a, with_word(p, other.b).b};
}

/* Four are worked out side by side, so that a cell need not wait for the one before it. */
static Position position_of(const St *s)
{
    Position p = {UINT64_C(0x243F6A8885A308D3), UINT64_C(0x13198A2E03707344)}, q = p, r = p, t = p;
    for (size_t i = 0; i < sizeof compared_cells / sizeof *compared_cells; i++) {
        int64_t at = compared_cells[i].low, high = compared_cells[i].high;
        for (; at + 3 < high; at += 4) {
            p = with_value(s, p, s->S[at]);
            q = with_value(s, q, s->S[at + 1]);
            r = with_value(s, r, s->S[at + 2]);
            t = with_value(s, t, s->S[at + 3]);
        }
        for (; at < high; at++) p = with_value(s, p, s->S[at]);
    }
    return with_position(with_position(with_position(p, q), r), t);
}

static int is_same(Position a, Position b) { return a.a == b.a && a.b == b.b; }

static Known *place_of_position(const Search *search, Position p)
{
    uint64_t mask = (uint64_t)search->places - 1, at = p.a & mask;
    while (search->known[at].often != 0 && !is_same(search->known[at].position, p))
        at = (at + 1) & mask;
    return search->known + at;
}

/* Room for one more; fails, without losing anything, where there is no memory. */
static void make_room(St *s, Search *search)
{
    if (2 * search->number < search->places) return;
    Known *before = search->known;
    int64_t places = search->places;
    Known *made = calloc((size_t)places * 4 + 64, sizeof *made);
    if (made == NULL) fail(s, TOO_MUCH, -1);
    search->places = places == 0 ? 64 : places * 4;
    search->known = made;
    for (int64_t i = 0; i < places; i++)
        if (before[i].often != 0) *place_of_position(search, before[i].position) = before[i];
    free(before);
}

static int64_t often(Search *search, St *s, V way);

static int64_t most_from(Search *search, St *s, V ways)
{
    int64_t best = 0;
    for (int64_t i = 1; i <= T(s, ways)[0]; i++) {
        int64_t found = often(search, s, T(s, ways)[i]);
        if (found > best) best = found;
    }
    return best;
}

static V from_here(St *s, void *context)
{
    Search *search = context;
    if (T(s, s->S[WINNERS])[0] != 0) return 0;
    Position here = position_of(s);
    make_room(s, search);
    Known *known = place_of_position(search, here);
    if (known->often != 0) return known->often - 1;
    for (int64_t i = 0; i < search->depth; i++)
        if (is_same(search->path[i], here)) fail(s, ENDLESS, search->origin);
    if (search->depth >= MOST_OFTEN) fail(s, ENDLESS, search->origin);
    search->path[search->depth++] = here;
    int64_t best = most_from(search, s, search->ways(s, search->who));
    search->depth--;
    make_room(s, search);
    *place_of_position(search, here) = (Known){here, best + 1};
    search->number++;
    return best;
}

/* How often in all, when this way is done first. */
static int64_t often(Search *search, St *s, V way)
{
    step(s);
    Spare *spare = imagine(s);
    V given[] = {search->who, in_copy(spare->state, s, way)};
    int64_t found = 1 + tried(s, spare, search->doing, given, from_here, search);
    forget_imagined(s, spare);
    return found;
}

static void all_most_often(St *s, void *given)
{
    Search *search = given;
    V ways = search->ways(s, search->who);
    int64_t number = T(s, ways)[0], best = 0, kept = 0;
    V *times = grab(s, number), *those = grab(s, number);
    for (int64_t i = 1; i <= number; i++) {
        times[i] = often(search, s, T(s, ways)[i]);
        if (times[i] > best) best = times[i];
    }
    for (int64_t i = 1; i <= number; i++)
        if (times[i] == best) those[++kept] = T(s, ways)[i];
    V found = shortened(s, those, number, kept);
    V *made = grab(s, 2);
    made[1] = best, made[2] = found;
    search->found = reference(s, made);
}

/* How often in all, and the ways that come first then. */
static V most_often(St *s, V (*ways)(St *s, V who), Runs doing, V who, int64_t origin)
{
    Search search = {.ways = ways, .doing = doing, .who = who, .origin = origin};
    int why = why_left(s, all_most_often, &search);
    free(search.known);
    if (why != 0) leave_by(s, why);
    return search.found;
}
