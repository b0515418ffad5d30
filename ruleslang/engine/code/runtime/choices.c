/* The operations on candidates of a choice: their sets and orders, with twins. */

#define SETS_COUNTED (INT64_C(1) << 40) /* more are not told apart */

static inline int may_follow(const V *twins, V place, const V *chosen, int64_t number)
{
    if (twins[0] == 0 || twins[place + 1] == NONE) return 1;
    for (int64_t i = 0; i < number; i++)
        if (chosen[i] == twins[place + 1]) return 1;
    return 0;
}

/* Runs through the sets of some sizes, as places: first by size, then in order. */
typedef struct {
    V whole, twins;
    V *places;
    int64_t there, begun, size, most, is_started;
} Sets;

static Sets sets_begin(St *s, V whole, V twins, V chosen, V low, V high)
{
    const V *p = T(s, chosen);
    Sets it = {.whole = whole, .twins = twins, .there = T(s, whole)[0], .begun = p[0]};
    it.places = grab(s, it.there + p[0]) + 1;
    memcpy(it.places, p + 1, (size_t)p[0] * sizeof(V));
    it.size = low > p[0] ? low : p[0];
    it.most = high < it.there ? high : it.there;
    return it;
}

static int sets_next(St *s, Sets *it)
{
    const V *twins = T(s, it->twins);
    for (; it->size <= it->most; it->size++, it->is_started = 0) {
        int64_t depth = it->is_started ? it->size - 1 : it->begun, from = 0;
        if (!it->is_started && depth == it->size) return it->is_started = 1;
        if (depth < it->begun) continue;
        if (it->is_started) from = it->places[depth] + 1;
        else if (depth > 0) from = it->places[depth - 1] + 1;
        it->is_started = 1;
        while (depth >= it->begun) {
            while (from <= it->there - (it->size - depth) &&
                   !may_follow(twins, from, it->places, depth))
                from++;
            if (from <= it->there - (it->size - depth)) {
                it->places[depth++] = from++;
                if (depth == it->size) return 1;
            } else if (--depth >= it->begun) {
                from = it->places[depth] + 1;
            }
        }
    }
    return 0;
}

static V sets_taken(St *s, const Sets *it)
{
    V *made = grab(s, it->size);
    const V *whole = T(s, it->whole);
    for (int64_t i = 0; i < it->size; i++) made[i + 1] = whole[it->places[i] + 1];
    return shortened(s, made, it->size, it->size);
}

static V sets_all(St *s, V whole, V twins, V chosen, V low, V high)
{
    Sets it = sets_begin(s, whole, twins, chosen, low, high), again = it;
    int64_t number = 0;
    again.places = grab(s, it.there + it.begun) + 1;
    memcpy(again.places, it.places, (size_t)it.begun * sizeof(V));
    while (sets_next(s, &again)) number++;
    V *made = grab(s, number);
    for (int64_t i = 1; sets_next(s, &it); i++) made[i] = sets_taken(s, &it);
    return shortened(s, made, number, number);
}

static V subsets(St *s, V whole, V low, V high)
{
    Sets it = sets_begin(s, whole, EMPTY, EMPTY, low < 0 ? 0 : low, high), again = it;
    int64_t number = 0;
    again.places = grab(s, it.there) + 1;
    while (sets_next(s, &again))
        if (++number > MOST_SUBSETS) fail(s, OUT_OF_RANGE, -1);
    V *made = grab(s, number);
    for (int64_t i = 1; sets_next(s, &it); i++) made[i] = sets_taken(s, &it);
    return shortened(s, made, number, number);
}

static V next_places(St *s, V number, V twins, V chosen)
{
    const V *p = T(s, chosen), *t = T(s, twins);
    V *made = grab(s, number);
    int64_t kept = 0;
    for (V place = p[0] ? p[p[0]] + 1 : 0; place < number; place++)
        if (may_follow(t, place, p + 1, p[0])) made[++kept] = place;
    return shortened(s, made, number, kept);
}

static V places_left(St *s, V number, V twins, V chosen)
{
    const V *p = T(s, chosen), *t = T(s, twins);
    V *made = grab(s, number);
    int64_t kept = 0;
    for (V place = p[0] ? p[p[0]] + 1 : 0; place < number; place++)
        if (may_follow(t, place, p + 1, p[0]) || place_among(s, t[place + 1], made, kept))
            made[++kept] = place;
    return shortened(s, made, number, kept);
}

/* How many are alike, for each sort; the number of sorts. */
static int64_t class_sizes(St *s, V number, V twins, V *counts)
{
    const V *t = T(s, twins);
    V *sort_of = grab(s, number) + 1;
    int64_t sorts = 0;
    for (V place = 0; place < number; place++) {
        V twin = t[0] ? t[place + 1] : NONE;
        sort_of[place] = twin == NONE ? sorts : sort_of[twin];
        if (twin == NONE) counts[sorts++] = 0;
        counts[sort_of[place]]++;
    }
    return sorts;
}

static V number_of_sets(St *s, V number, V twins, V low, V high)
{
    int64_t mark = s->top;
    V *counts = grab(s, number) + 1, *ways = grab(s, number + 1) + 1, *more = grab(s, number + 1) + 1;
    int64_t sorts = class_sizes(s, number, twins, counts), most = 0;
    ways[0] = 1;
    for (int64_t sort_at = 0; sort_at < sorts; sort_at++) {
        int64_t longest = most + counts[sort_at];
        for (int64_t i = 0; i <= longest; i++) more[i] = 0;
        for (int64_t size = 0; size <= most; size++)
            for (int64_t taken = 0; taken <= counts[sort_at]; taken++) {
                V sum = more[size + taken] + ways[size];
                more[size + taken] = sum > SETS_COUNTED ? SETS_COUNTED : sum;
            }
        for (int64_t i = 0; i <= longest; i++) ways[i] = more[i];
        most = longest;
    }
    V found = 0;
    for (V size = low < 0 ? 0 : low; size <= high && size <= most; size++) found += ways[size];
    give_back(s, mark);
    return found;
}

static V number_of_orders(St *s, V number, V twins)
{
    int64_t mark = s->top, placed = 0;
    V *counts = grab(s, number) + 1;
    int64_t sorts = class_sizes(s, number, twins, counts);
    double ways = 1; /* exact up to 2^53, and more are not told apart */
    for (int64_t sort_at = 0; sort_at < sorts; sort_at++)
        for (int64_t i = 1; i <= counts[sort_at]; i++) {
            ways = ways * (double)++placed / (double)i;
            if (ways > (double)SETS_COUNTED) ways = (double)SETS_COUNTED * (double)number;
        }
    give_back(s, mark);
    return ways > (double)SETS_COUNTED ? SETS_COUNTED : (V)(ways + 0.5);
}

static void further_orders(St *s, const V *whole, const V *twins, V *chosen, int64_t number, V *made,
                           int64_t *found)
{
    if (number == whole[0]) {
        if (*found >= made[0]) fail(s, TOO_MUCH, -1);
        V *order = grab(s, number);
        for (int64_t i = 0; i < number; i++) order[i + 1] = whole[chosen[i] + 1];
        made[++*found] = shortened(s, order, number, number);
        return;
    }
    for (V place = 0; place < whole[0]; place++) {
        if (place_among(s, place, chosen - 1, number)) continue;
        if (!may_follow(twins, place, chosen, number)) continue;
        chosen[number] = place;
        further_orders(s, whole, twins, chosen, number + 1, made, found);
    }
}

static V orders(St *s, V whole, V twins)
{
    const V *p = T(s, whole);
    V *chosen = grab(s, p[0]) + 1;
    int64_t number = number_of_orders(s, p[0], twins), found = 0;
    V *made = grab(s, number);
    further_orders(s, p, T(s, twins), chosen, 0, made, &found);
    return shortened(s, made, number, found);
}

/* A copy of a value, of all that lies at a place or behind it. */
static V copied_from(St *s, int64_t mark, V value)
{
    if (!is_in_heap(value) || place_of_tuple(value) < mark) return value;
    int64_t entries = T(s, value)[0];
    V *made = grab(s, entries);
    for (int64_t i = 1; i <= entries; i++) made[i] = copied_from(s, mark, T(s, value)[i]);
    return reference(s, made);
}

/* A value, moved to a place behind which nothing else is needed any more. */
static __attribute__((unused)) V compacted(St *s, int64_t mark, V value)
{
    int64_t begin = s->begin, from = s->top, by = from - mark;
    if (mark < s->floor || by <= 0 || !is_in_heap(value)) return value;
    V copy = copied_from(s, mark, value);
    if (s->begin != begin || copy == value) return copy; /* it is in a chunk of its own */
    int64_t words = s->top - from;
    V *to = words_at(s, mark), *copied = words_at(s, from);
    open_words(to, words_at(s, s->top));
    for (int64_t i = 0; i < words; i++)
        if (is_in_heap(copied[i]) && place_of_tuple(copied[i]) >= from) copied[i] -= by;
    memmove(to, copied, (size_t)words * sizeof(V));
    give_back(s, mark + words);
    return copy - by;
}

static V alike_before(St *s, V keys)
{
    const V *p = T(s, keys);
    V *made = grab(s, p[0]);
    for (int64_t i = 1; i <= p[0]; i++) {
        int64_t before = i - 1;
        while (before >= 1 && !same(s, p[before], p[i])) before--;
        made[i] = before >= 1 ? before - 1 : NONE;
    }
    return shortened(s, made, p[0], p[0]);
}

static V first_of_each(St *s, V several, V keys)
{
    const V *p = T(s, several), *k = T(s, keys);
    V *made = grab(s, p[0]);
    int64_t kept = 0;
    for (int64_t i = 1; i <= p[0]; i++)
        if (!place_among(s, k[i], k, i - 1)) made[++kept] = p[i];
    return shortened(s, made, p[0], kept);
}
