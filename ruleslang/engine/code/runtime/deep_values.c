/*
 * Deep values: in an evaluation, each of their calls is computed once. A call is the number of a
 * routine and its arguments; with the answer behind them it is a tuple. `calls` refers to a table of
 * such tuples, by their hashes. All lie on the heap, below its floor, until the evaluation ends.
 */

static uint64_t hash_of_argument(const St *s, V value)
{
    if (!is_tuple(value)) return (uint64_t)value * UINT64_C(0x9E3779B97F4A7C15);
    const V *p = T(s, value);
    uint64_t hash = (uint64_t)p[0];
    for (int64_t i = 1; i <= p[0]; i++) hash = (hash ^ hash_of_argument(s, p[i])) * UINT64_C(0x100000001B3);
    return hash;
}

/* The place in a table for a call of so many words: where it is, or else a free one. */
static int64_t place_of_call(St *s, const V *table, const V *call, int64_t words)
{
    uint64_t hash = 0;
    for (int64_t i = 0; i < words; i++) hash = (hash ^ hash_of_argument(s, call[i])) * UINT64_C(0x100000001B3);
    int64_t at = (int64_t)((hash ^ hash >> 32) & (uint64_t)(table[0] - 1));
    for (; table[at + 1] != NONE; at = (at + 1) & (table[0] - 1)) {
        const V *there = T(s, table[at + 1]) + 1;
        int64_t i = 0;
        if (there[0] != call[0]) continue;
        while (++i < words && same(s, there[i], call[i])) {}
        if (i >= words) break;
    }
    return at + 1;
}

static V new_table(St *s, int64_t places)
{
    V *table = grab(s, places);
    for (int64_t i = 1; i <= places; i++) table[i] = NONE;
    return reference(s, table);
}

/* The answer of a call in this evaluation; if it is unknown, the call is counted. */
static V known_answer(St *s, const V *call, int64_t words, int64_t origin)
{
    enum { FIRST_PLACES = 32 };
    if (s->calls == NONE) s->called = 0, s->calls = new_table(s, FIRST_PLACES), s->floor = s->top;
    const V *table = T(s, s->calls);
    V known = table[place_of_call(s, table, call, words)];
    if (known != NONE) return T(s, known)[words + 1];
    if (++s->called > MOST_CALLS) fail(s, TOO_MUCH, origin);
    return UNKNOWN;
}

static void add_call(St *s, V *table, V call, int64_t words)
{
    table[place_of_call(s, table, T(s, call) + 1, words)] = call;
}

static void keep_answer(St *s, const V *call, int64_t words, V answer, int is_outermost)
{
    if (is_outermost) {
        end_evaluation(s);
        return;
    }
    V *made = grab(s, words + 1);
    memcpy(made + 1, call, (size_t)words * sizeof(V));
    made[words + 1] = answer;
    V kept = reference(s, made);
    const V *table = T(s, s->calls);
    if (4 * s->called > 3 * table[0]) {
        V wider = new_table(s, 2 * table[0]);
        for (int64_t i = 1; i <= table[0]; i++)
            if (table[i] != NONE)
                add_call(s, (V *)T(s, wider), table[i], T(s, table[i])[0] - 1);
        s->calls = wider;
    }
    add_call(s, (V *)T(s, s->calls), kept, words);
    s->floor = s->top;
}
