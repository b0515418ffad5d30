/* The pure operations of the flow: `ruleslang/engine/flow/operations.py` says what each of them does. */

/* ---------------------------------------------------------------- tests */

static inline V known(St *s, V value, int slug, int64_t origin)
{
    if (__builtin_expect(value == NONE, 0)) fail(s, slug, origin);
    return value;
}

static inline V present(St *s, V value, int slug, int64_t origin)
{
    if (__builtin_expect(value == ABSENT, 0)) fail(s, slug, origin);
    return value;
}

static inline V within(St *s, V value, int64_t low, int64_t high, int slug, int64_t origin)
{
    if (__builtin_expect((value < low || value > high) && value != NONE, 0)) fail(s, slug, origin);
    return value;
}

static V all_within(St *s, V value, V most, V low, V high, int64_t origin)
{
    if (value == NONE) return NONE;
    const V *p = T(s, value);
    if (most != NONE && p[0] > most) fail(s, OUT_OF_RANGE, origin);
    if (low != NONE && high != NONE)
        for (int64_t i = 1; i <= p[0]; i++)
            if (p[i] < low || p[i] > high) fail(s, OUT_OF_RANGE, origin);
    return value;
}

/* ---------------------------------------------------------------- numbers */

static inline V too_big(St *s) { fail(s, TOO_MUCH, -1); }

OFTEN V plus(St *s, V a, V b)
{
    V sum = a + b;
    return __builtin_expect(sum > INT64_MAX / 8 || sum < INT64_MIN / 8, 0) ? too_big(s) : sum;
}

static inline V times(St *s, V a, V b)
{
    V product;
    if (__builtin_mul_overflow(a, b, &product)) return too_big(s);
    return __builtin_expect(product > INT64_MAX / 8 || product < INT64_MIN / 8, 0) ? too_big(s)
                                                                                    : product;
}

static inline V divided_down(St *s, V a, V b)
{
    if (b == 0) fail(s, OUT_OF_RANGE, -1);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static inline V divided_up(St *s, V a, V b)
{
    if (b == 0) fail(s, OUT_OF_RANGE, -1);
    return a / b + (a % b != 0 && (a < 0) == (b < 0));
}

static inline V remainder_of(St *s, V a, V b)
{
    if (b == 0) fail(s, OUT_OF_RANGE, -1);
    V rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static inline V distance(V a, V b) { return a > b ? a - b : b - a; }

static inline V smaller(V a, V b) { return a == NONE ? b : b == NONE ? a : b < a ? b : a; }

static inline V larger(V a, V b) { return a == NONE ? b : b == NONE ? a : b > a ? b : a; }

/* ---------------------------------------------------------------- sameness and order */

static int same_deep(St *s, V a, V b)
{
    if (a == b) return 1;
    if (!is_tuple(a) || !is_tuple(b)) return 0;
    const V *p = T(s, a), *q = T(s, b);
    if (p[0] != q[0]) return 0;
    for (int64_t i = 1; i <= p[0]; i++)
        if (!same_deep(s, p[i], q[i])) return 0;
    return 1;
}

static inline int same(St *s, V a, V b) { return a == b || (is_tuple(a) && same_deep(s, a, b)); }

/* By numbers, and of tuples by the first entries that differ; none is before any. */
static int compared(St *s, V a, V b)
{
    if (a == b) return 0;
    if (!is_tuple(a) || !is_tuple(b)) return a < b ? -1 : 1;
    const V *p = T(s, a), *q = T(s, b);
    for (int64_t i = 1; i <= p[0] && i <= q[0]; i++) {
        int order = compared(s, p[i], q[i]);
        if (order != 0) return order;
    }
    return p[0] < q[0] ? -1 : p[0] > q[0];
}

/* The place of an entry among the first so many, counted from 1; 0: it is not there. */
OFTEN int64_t place_among(St *s, V value, const V *p, int64_t entries)
{
    if (is_tuple(value)) {
        for (int64_t i = 1; i <= entries; i++)
            if (same(s, value, p[i])) return i;
        return 0;
    }
    for (int64_t i = 1; i <= entries; i++)
        if (p[i] == value) return i;
    return 0;
}

OFTEN int is_in(St *s, V value, V several)
{
    const V *p = T(s, several);
    return place_among(s, value, p, p[0]) != 0;
}

static int same_members(St *s, V a, V b)
{
    if (a == NONE || b == NONE) return a == b;
    const V *p = T(s, a), *q = T(s, b);
    if (p[0] != q[0]) return 0;
    for (int64_t i = 1; i <= p[0]; i++)
        if (!same(s, p[i], q[i]) && !place_among(s, p[i], q, q[0])) return 0;
    return 1;
}

static int64_t how_often(St *s, V value, const V *p)
{
    int64_t found = 0;
    for (int64_t i = 1; i <= p[0]; i++) found += same(s, p[i], value);
    return found;
}

static int same_copies(St *s, V a, V b)
{
    if (a == NONE || b == NONE) return a == b;
    const V *p = T(s, a), *q = T(s, b);
    if (p[0] != q[0]) return 0;
    for (int64_t i = 1; i <= p[0]; i++)
        if (how_often(s, p[i], p) != how_often(s, p[i], q)) return 0;
    return 1;
}

static int is_in_sets(St *s, V member, V sets)
{
    const V *p = T(s, sets);
    for (int64_t i = 1; i <= p[0]; i++)
        if (same_members(s, member, p[i])) return 1;
    return 0;
}

static int is_earlier(St *s, V moment, V other)
{
    return moment == NONE || compared(s, moment, other) < 0;
}

/* ---------------------------------------------------------------- entries */

static inline V number_of(St *s, V several) { return T(s, several)[0]; }

static inline V first(St *s, V several)
{
    const V *p = T(s, several);
    V one = GAP && p[0] == 0 ? NONE : p[1]; /* there is a word behind every tuple */
    return p[0] ? one : NONE;
}

static inline V last(St *s, V several)
{
    const V *p = T(s, several);
    return p[0] ? p[p[0]] : NONE;
}

static inline V entry(St *s, V several, V place)
{
    const V *p = T(s, several);
    return place >= 1 && place <= p[0] ? p[place] : NONE;
}

static inline V place_of(St *s, V several, V one)
{
    const V *p = T(s, several);
    return place_among(s, one, p, p[0]) - 1;
}

/* ---------------------------------------------------------------- parts of tuples */

static V part(St *s, V several, int64_t from, int64_t to)
{
    int64_t there = T(s, several)[0];
    if (to > there) to = there;
    if (from == 0 && to == there) return several;
    if (to <= from) return EMPTY;
    V *made = grab(s, to - from);
    memcpy(made + 1, T(s, several) + 1 + from, (size_t)(to - from) * sizeof(V));
    return reference(s, made);
}

static inline V first_so_many(St *s, V several, V number)
{
    return part(s, several, 0, number < 0 ? 0 : number);
}

static V slice(St *s, V several, V low, V high)
{
    int64_t there = T(s, several)[0], to = high + 1;
    if (low < 0) low = low + there < 0 ? 0 : low + there;
    if (to < 0) to = to + there < 0 ? 0 : to + there;
    return part(s, several, low, to);
}

static V reversed(St *s, V several)
{
    const V *p = T(s, several);
    int64_t there = p[0];
    V *made = grab(s, there);
    for (int64_t i = 1; i <= there; i++) made[i] = p[there + 1 - i];
    return reference(s, made);
}

static V numbers(St *s, V low, V high)
{
    int64_t there = high - low + 1;
    if (there > MOST_MEMBERS) fail(s, TOO_MUCH, -1);
    if (there <= 0) return EMPTY;
    V *made = grab(s, there);
    for (int64_t i = 0; i < there; i++) made[i + 1] = low + i;
    return reference(s, made);
}

static V joined(St *s, V a, V b)
{
    const V *p = T(s, a), *q = T(s, b);
    if (p[0] == 0) return b;
    if (q[0] == 0) return a;
    V *made = grab(s, p[0] + q[0]), *to = made + 1;
    for (int64_t i = 1; i <= p[0]; i++) *to++ = p[i]; /* most are short */
    for (int64_t i = 1; i <= q[0]; i++) *to++ = q[i];
    return reference(s, made);
}

static V pieced_together(St *s, V several)
{
    const V *p = T(s, several);
    int64_t entries = 0;
    for (int64_t i = 1; i <= p[0]; i++) entries += T(s, p[i])[0];
    V *made = grab(s, entries), *at = made + 1;
    for (int64_t i = 1; i <= p[0]; i++) {
        const V *q = T(s, p[i]);
        memcpy(at, q + 1, (size_t)q[0] * sizeof(V));
        at += q[0];
    }
    return shortened(s, made, entries, entries);
}

/* The next entry of several tuples, one after the other. */
static inline int next_in_parts(const V **parts, int64_t number, int64_t *part, int64_t *at)
{
    while (*part < number) {
        if (++*at <= parts[*part][0]) return 1;
        ++*part, *at = 0;
    }
    return 0;
}

static inline int64_t entries_in_parts(const V **parts, int64_t number)
{
    int64_t entries = 0;
    for (int64_t i = 0; i < number; i++) entries += parts[i][0];
    return entries;
}

static V at_places(St *s, V whole, V places)
{
    const V *p = T(s, places), *q = T(s, whole);
    V *made = grab(s, p[0]);
    for (int64_t i = 1; i <= p[0]; i++) made[i] = q[p[i] + 1];
    return shortened(s, made, p[0], p[0]);
}

/* ---------------------------------------------------------------- sets */

#define SPAN 8192 /* numbers below this are looked for as bits, where there are many */
#define MANY 8

typedef struct {
    uint64_t number, words[SPAN / 64]; /* so many words are in use */
} Bits;

static inline int has_bit(const Bits *bits, V value)
{
    return (uint64_t)value >> 6 < bits->number && bits->words[value >> 6] >> (value & 63) & 1;
}

static inline void set_bit(Bits *bits, V value)
{
    bits->words[value >> 6] |= UINT64_C(1) << (value & 63);
}

/* The bits of all entries together: no entry is larger, unless it is negative. */
static inline uint64_t together(const V *p)
{
    uint64_t all = 0;
    for (int64_t i = 1; i <= p[0]; i++) all |= (uint64_t)p[i];
    return all;
}

/* An empty set of bits for so many entries; NULL: they are few, or one of them is too large. */
static inline Bits *bits_for(Bits *bits, uint64_t all, int64_t entries)
{
    if (entries < MANY || all >= SPAN) return NULL;
    bits->number = (all >> 6) + 1;
    for (uint64_t i = 0; i < bits->number; i++) bits->words[i] = 0;
    return bits;
}

/* Those entries that were not there yet, behind those that were. */
static int64_t add_new(St *s, V *made, int64_t kept, const V *p, Bits *seen)
{
    if (seen == NULL) {
        for (int64_t i = 1; i <= p[0]; i++)
            if (!place_among(s, p[i], made, kept)) made[++kept] = p[i];
        return kept;
    }
    for (int64_t i = 1; i <= p[0]; i++) {
        if (has_bit(seen, p[i])) continue;
        set_bit(seen, p[i]);
        made[++kept] = p[i];
    }
    return kept;
}

static V distinct(St *s, V several)
{
    const V *p = T(s, several);
    Bits bits;
    V *made = grab(s, p[0]);
    return shortened(s, made, p[0], add_new(s, made, 0, p, bits_for(&bits, together(p), p[0])));
}

static V set_union(St *s, V a, V b)
{
    const V *p = T(s, a), *q = T(s, b);
    int64_t most = p[0] + q[0];
    V *made = grab(s, most);
    Bits bits, *seen = bits_for(&bits, together(p) | together(q), most / 2);
    int64_t kept = add_new(s, made, 0, p, seen);
    return shortened(s, made, most, add_new(s, made, kept, q, seen));
}

static V without(St *s, V several, V others)
{
    const V *p = T(s, several), *q = T(s, others);
    V *made = grab(s, p[0]);
    int64_t kept = 0;
    Bits bits, *gone = bits_for(&bits, together(q), q[0]);
    if (gone != NULL) {
        for (int64_t i = 1; i <= q[0]; i++) set_bit(gone, q[i]);
        for (int64_t i = 1; i <= p[0]; i++)
            if (!has_bit(gone, p[i])) made[++kept] = p[i];
        return shortened(s, made, p[0], kept);
    }
    for (int64_t i = 1; i <= p[0]; i++)
        if (!place_among(s, p[i], q, q[0])) made[++kept] = p[i];
    return shortened(s, made, p[0], kept);
}

static V without_sets(St *s, V several, V others)
{
    const V *p = T(s, several);
    V *made = grab(s, p[0]);
    int64_t kept = 0;
    for (int64_t i = 1; i <= p[0]; i++)
        if (!is_in_sets(s, p[i], others)) made[++kept] = p[i];
    return shortened(s, made, p[0], kept);
}

static inline int is_before(St *s, V a, V b)
{
    return is_tuple(a) || is_tuple(b) ? compared(s, a, b) < 0 : a < b;
}

/* Sorts upwards; what is sorted already costs one look. Equal entries keep their order. */
static void sort(St *s, V *entries, int64_t number)
{
    for (int64_t i = 1; i < number; i++) {
        V value = entries[i];
        int64_t at = i;
        while (at > 0 && is_before(s, value, entries[at - 1])) {
            entries[at] = entries[at - 1];
            at--;
        }
        entries[at] = value;
    }
}

static V sorted_anew(St *s, V several)
{
    const V *p = T(s, several);
    int64_t there = p[0], i = 2;
    while (i <= there && is_before(s, p[i - 1], p[i])) i++;
    if (i > there) return several;
    V *made = grab(s, there);
    int64_t kept = 0;
    Bits bits, *members = bits_for(&bits, together(p), there);
    if (members != NULL) {
        for (i = 1; i <= there; i++) set_bit(members, p[i]);
        for (uint64_t word = 0; word < members->number; word++)
            for (uint64_t left = members->words[word]; left != 0; left &= left - 1)
                made[++kept] = 64 * word + __builtin_ctzll(left);
        return shortened(s, made, there, kept);
    }
    memcpy(made + 1, p + 1, (size_t)there * sizeof(V));
    sort(s, made + 1, there);
    kept = 1;
    for (i = 2; i <= there; i++)
        if (!same(s, made[i], made[kept])) made[++kept] = made[i];
    return shortened(s, made, there, kept);
}

static inline V sorted(St *s, V several)
{
    return several == NONE || T(s, several)[0] < 2 ? several : sorted_anew(s, several);
}

/* Sets that are bits: of a word, or of two where a board has so many spaces. */

#if MASK_WORDS == 2
#define HIGH(mask) ((uint64_t)((mask) >> 64))
#else
#define HIGH(mask) UINT64_C(0)
#endif

static inline Mask mask_of(const uint64_t *words)
{
#if MASK_WORDS == 2
    return (Mask)words[1] << 64 | words[0];
#else
    return words[0];
#endif
}

static inline Mask bit_of(V member) { return (Mask)1 << member; }

static inline Mask bit_of_known(V member) { return member == NONE ? 0 : bit_of(member); }

static inline Mask bits_of(St *s, V several)
{
    const V *p = T(s, several);
    Mask found = 0;
    for (int64_t i = 1; i <= p[0]; i++) found |= bit_of(p[i]);
    return found;
}

static inline V lowest_bit(Mask bits)
{
    if (MASK_WORDS == 2 && (uint64_t)bits == 0) return 64 + __builtin_ctzll(HIGH(bits));
    return __builtin_ctzll((uint64_t)bits);
}

static inline V first_bit(Mask bits) { return bits == 0 ? NONE : lowest_bit(bits); }

static inline V bits_in_word(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (V)(bits * UINT64_C(0x0101010101010101) >> 56);
}

static inline V number_of_bits(Mask bits)
{
    V low = bits_in_word((uint64_t)bits);
    return MASK_WORDS == 2 ? low + bits_in_word(HIGH(bits)) : low;
}

static V tuple_of_bits(St *s, Mask bits)
{
    if (bits == 0) return EMPTY;
    V *made = grab(s, number_of_bits(bits)), *to = made + 1;
    for (uint64_t left = (uint64_t)bits; left != 0; left &= left - 1) *to++ = __builtin_ctzll(left);
    for (uint64_t left = HIGH(bits); left != 0; left &= left - 1) *to++ = 64 + __builtin_ctzll(left);
    return reference(s, made);
}

/* ---------------------------------------------------------------- players */

static V around(St *s, V players, V seat)
{
    const V *p = T(s, players);
    int64_t there = p[0], turn = 1;
    if (there == 0 || p[1] >= seat) return players;
    while (turn <= there && p[turn] < seat) turn++;
    V *made = grab(s, there);
    V *to = made + 1;
    for (int64_t i = turn; i <= there; i++) *to++ = p[i];
    for (int64_t i = 1; i < turn; i++) *to++ = p[i];
    return reference(s, made);
}

static int away(St *s, V a, V b, V seat)
{
    if (!is_tuple(a) || !is_tuple(b)) {
        if ((a < seat) != (b < seat)) return a < seat ? 1 : -1;
        return a < b ? -1 : a > b;
    }
    const V *p = T(s, a), *q = T(s, b);
    for (int64_t i = 1; i <= p[0] && i <= q[0]; i++) {
        int order = away(s, p[i], q[i], seat);
        if (order != 0) return order;
    }
    return p[0] < q[0] ? -1 : p[0] > q[0];
}

static V sorted_around(St *s, V several, V seat)
{
    const V *p = T(s, several);
    int64_t there = p[0], i = 2;
    while (i <= there && away(s, p[i - 1], p[i], seat) < 0) i++;
    if (i > there) return several;
    V *made = grab(s, there);
    int64_t kept = 0;
    for (i = 1; i <= there; i++) {
        V value = p[i];
        if (place_among(s, value, made, kept)) continue;
        int64_t at = ++kept;
        while (at > 1 && away(s, value, made[at - 1], seat) < 0) {
            made[at] = made[at - 1];
            at--;
        }
        made[at] = value;
    }
    return shortened(s, made, there, kept);
}

static inline V seats_away(V player, V other, V seats)
{
    if (player == NONE) return seats;
    V rest = (player - other) % seats;
    return rest < 0 ? rest + seats : rest;
}

/* Upwards, but those that begin anew after a player last. */
static V from_the_next(St *s, V player, V among)
{
    const V *p = T(s, among);
    int64_t there = p[0], kept = 0;
    V *made = grab(s, there);
    for (int64_t i = 1; i <= there; i++) {
        V value = p[i];
        int64_t at = ++kept;
        for (; at > 1; at--) {
            V before = made[at - 1];
            if ((before <= player) != (value <= player) ? value <= player : before <= value) break;
            made[at] = before;
        }
        made[at] = value;
    }
    return shortened(s, made, there, kept);
}

/* The first of those; none if there is nobody. */
static V next_of(St *s, V player, V among)
{
    const V *p = T(s, among);
    V next = NONE, lowest = NONE;
    for (int64_t i = 1; i <= p[0]; i++) {
        V one = p[i];
        if (lowest == NONE || one < lowest) lowest = one;
        if (one > player && (next == NONE || one < next)) next = one;
    }
    return next == NONE ? lowest : next;
}

/* Downwards, but those that begin anew before a player last. */
static V from_the_previous(St *s, V player, V among)
{
    const V *p = T(s, among);
    int64_t there = p[0], kept = 0;
    V *made = grab(s, there);
    for (int64_t i = 1; i <= there; i++) {
        V value = p[i];
        int64_t at = ++kept;
        for (; at > 1; at--) {
            V before = made[at - 1];
            if ((before >= player) != (value >= player) ? value >= player : before >= value) break;
            made[at] = before;
        }
        made[at] = value;
    }
    return shortened(s, made, there, kept);
}

/* ---------------------------------------------------------------- rows */

static V in_turn(St *s, V rows)
{
    const V *p = T(s, rows);
    int64_t there = p[0];
    V *order = grab(s, there);
    memcpy(order + 1, p + 1, (size_t)there * sizeof(V));
    sort(s, order + 1, there);
    for (int64_t i = 1; i <= there; i++) order[i] = T(s, order[i])[2];
    return pieced_together(s, reference(s, order));
}

static V best(St *s, V rated, V highest)
{
    const V *p = T(s, rated);
    V wanted = NONE;
    for (int64_t i = 1; i <= p[0]; i++) {
        V key = T(s, p[i])[1];
        if (key == NONE) continue;
        if (wanted == NONE || (highest ? is_before(s, wanted, key) : is_before(s, key, wanted)))
            wanted = key;
    }
    if (wanted == NONE) return EMPTY;
    V *made = grab(s, p[0]);
    int64_t kept = 0;
    for (int64_t i = 1; i <= p[0]; i++) {
        const V *row = T(s, p[i]);
        if (same(s, row[1], wanted)) made[++kept] = row[2];
    }
    return shortened(s, made, p[0], kept);
}

/* Whether the keys of one row stand before those of another; none stands last. */
static int ranks_before(St *s, const V *row, const V *other, const V *highest)
{
    for (int64_t i = 1; i < row[0]; i++) {
        V a = row[i], b = other[i];
        if (same(s, a, b)) continue;
        if (a == NONE || b == NONE) return b == NONE;
        return highest[i] ? is_before(s, b, a) : is_before(s, a, b);
    }
    return 0;
}

static V ranked(St *s, V rows, V highest)
{
    const V *p = T(s, rows), *h = T(s, highest);
    int64_t there = p[0], groups = 0;
    V *order = grab(s, there);
    for (int64_t i = 1; i <= there; i++) {
        const V *row = T(s, p[i]);
        int64_t at = i;
        for (; at > 1 && ranks_before(s, row, T(s, order[at - 1]), h); at--)
            order[at] = order[at - 1];
        order[at] = p[i];
    }
    V *made = grab(s, there);
    for (int64_t i = 1, next; i <= there; i = next) {
        for (next = i + 1; next <= there; next++)
            if (ranks_before(s, T(s, order[i]), T(s, order[next]), h)) break;
        V *group = grab(s, next - i);
        for (int64_t j = i; j < next; j++) {
            const V *row = T(s, order[j]);
            group[j - i + 1] = row[row[0]];
        }
        made[++groups] = reference(s, group);
    }
    return shortened(s, made, there, groups);
}

/* ---------------------------------------------------------------- boards */

static V spreading(St *s, V start, const V *allowed, V near)
{
    const V *p = T(s, start), *table = T(s, near);
    int64_t most = table[0], bytes = most / 8 + 1, words = (bytes + 7) / 8, found = 0;
    V *made = grab(s, most);
    V *bits = grab(s, words);
    unsigned char *seen = (unsigned char *)(bits + 1);
    memset(seen, 0, (size_t)words * 8);
    if (allowed != NULL) {
        memset(seen, 255, (size_t)words * 8);
        for (int64_t i = 1; i <= allowed[0]; i++)
            seen[allowed[i] >> 3] &= (unsigned char)~(1u << (allowed[i] & 7));
    }
    for (int64_t i = 1; i <= p[0]; i++) {
        V at = p[i];
        if (seen[at >> 3] >> (at & 7) & 1) continue;
        seen[at >> 3] |= (unsigned char)(1u << (at & 7));
        made[++found] = at;
    }
    for (int64_t next = 1; next <= found; next++) {
        const V *q = T(s, table[made[next] + 1]);
        for (int64_t i = 1; i <= q[0]; i++) {
            V at = q[i];
            if (seen[at >> 3] >> (at & 7) & 1) continue;
            seen[at >> 3] |= (unsigned char)(1u << (at & 7));
            made[++found] = at;
        }
    }
    give_back(s, place_of_words(s, bits));
    sort(s, made + 1, found);
    return shortened(s, made, most, found);
}

static V join_sides(St *s, V start, V allowed, V near)
{
    return spreading(s, start, T(s, allowed), near);
}

static V spread(St *s, V start, V near) { return spreading(s, start, NULL, near); }

/* ---------------------------------------------------------------- counts of uses */

static int has_key(St *s, const V *row, const V *key)
{
    if (row[0] != key[0] + 1) return 0;
    for (int64_t i = 1; i <= key[0]; i++)
        if (!same(s, row[i], key[i])) return 0;
    return 1;
}

static V count_of(St *s, V counts, V key)
{
    const V *p = T(s, counts), *k = T(s, key);
    for (int64_t i = 1; i <= p[0]; i++) {
        const V *row = T(s, p[i]);
        if (has_key(s, row, k)) return row[row[0]];
    }
    return 0;
}

static V counted(St *s, V counts, V key)
{
    const V *p = T(s, counts), *k = T(s, key);
    V count = count_of(s, counts, key), *row = grab(s, k[0] + 1);
    memcpy(row + 1, k + 1, (size_t)k[0] * sizeof(V));
    row[k[0] + 1] = count + 1;
    V *made = grab(s, p[0] + 1);
    int64_t kept = 0;
    for (int64_t i = 1; i <= p[0]; i++)
        if (!has_key(s, T(s, p[i]), k)) made[++kept] = p[i];
    made[++kept] = reference(s, row);
    return shortened(s, made, p[0] + 1, kept);
}

static V without_counts(St *s, V counts, V numbers_of)
{
    const V *p = T(s, counts);
    V *made = grab(s, p[0]);
    int64_t kept = 0;
    for (int64_t i = 1; i <= p[0]; i++)
        if (!is_in(s, T(s, p[i])[1], numbers_of)) made[++kept] = p[i];
    return shortened(s, made, p[0], kept);
}
