/*
 * Matches in heaps of many sizes, from one word to all that they need, beside the same matches in a
 * large heap. Where a match may grow as it likes, both are asked alike to the end; where it may grow
 * by few words or by none, as long as it does not tell that it is full. Every state and every chunk
 * is its own allocation, and RL_CHECKED closes all words that belong to no tuple.
 */
enum { LARGE = 1 << 18 };

static uint64_t picking;

/* Of frames, too, every other one has only so many words at first. */
static St *in_memory_of(int64_t words, int is_small)
{
    int64_t inner = is_small ? 8 : STACK;
    St *s = calloc((size_t)rl_words(inner, words), sizeof(V));
    if (s == NULL) exit(2);
    rl_clear(s, inner, words);
    return s;
}

static St *in_heap_of(int64_t words) { return in_memory_of(words, words % 2); }

static void drop_state(St *s)
{
    rl_release(s);
    free(s);
}

/* Whether two values are the same, each in the heap of its state. */
static int values_alike(const St *s, V value, const St *t, V other)
{
    if (!is_tuple(value) || !is_tuple(other)) return value == other;
    const V *p = T(s, value), *q = T(t, other);
    for (int64_t i = 1; p[0] == q[0] && i <= p[0]; i++)
        if (!values_alike(s, p[i], t, q[i])) return 0;
    return p[0] == q[0];
}

static int states_alike(const St *s, const St *t)
{
    for (int64_t i = 0; i < CELLS; i++)
        if (!values_alike(s, s->S[i], t, t->S[i])) return 0;
    return 1;
}

static int is_full(const St *s) { return s->fault == TOO_MUCH; }

/* Whether a copy differs where it stands; it is played to its end by chance, and looked at. */
static int copy_differs(St *s, int64_t words, uint64_t seed)
{
    static const int64_t players[SEATS];
    St *copy = in_memory_of(words, words / 2 % 2);
    int differs = 0;
    if (rl_copy(copy, s)) {
        differs = !states_alike(copy, s);
        rl_finish(copy, seed, players, 40);
    }
    drop_state(copy);
    return differs;
}

/*
 * Whether a match needs no more than so many words besides its heap. Those of its copies and of the
 * large heap are not counted.
 */
static int is_enough_for(int64_t words, int64_t more, uint64_t seed, int64_t decisions, int *differs)
{
    St *small = in_heap_of(words), *large = in_heap_of(LARGE);
    small->keeps_outcomes = large->keeps_outcomes = (int64_t)(seed & 1);
    most_words = more, rl_start(small, seed);
    most_words = INT32_MAX, rl_start(large, seed);
    for (int64_t i = 0; i < decisions && large->waits && !is_full(small) && !*differs; i++) {
        most_words = more;
        if (i % 8 == 3) *differs = copy_differs(small, words, seed + (uint64_t)i);
        most_words = INT32_MAX;
        if (is_asked(small) != is_asked(large) || (i % 16 == 0 && !states_alike(small, large)))
            *differs = 1;
        int64_t pick = below(&picking, (uint32_t)rl_choices(large));
        most_words = more, rl_choose(small, pick);
        most_words = INT32_MAX, rl_choose(large, pick);
    }
    if (!is_full(small) && is_asked(small) != is_asked(large)) *differs = 1;
    if (more == INT32_MAX && is_full(small) != is_full(large)) *differs = 1;
    most_words = more;
    rl_choose(small, 0), rl_choose(small, -1), rl_choose(small, INT64_MAX);
    int is_played = !is_full(small);
    drop_state(small), drop_state(large);
    return is_played;
}

/*
 * `given`: matches, decisions of each, into how many parts a size is cut for the next step, and of how
 * many sizes one is also played where it may grow, which takes whole matches.
 */
static int edges_of_heaps(char **given)
{
    int64_t matches = atoi(given[0]), decisions = atoi(given[1]), finer = atoi(given[2]), tried = 0;
    int64_t seldom = atoi(given[3]);
    int differs = 0;
    picking = derive(1, 2);
    for (int64_t match = 0; match < matches; match++)
        for (int64_t size = 1; size < LARGE && !differs; size += 1 + size / finer) {
            uint64_t seed = derive(3, (uint64_t)match);
            tried++;
            if (tried % seldom == 0) {
                is_enough_for(size, INT32_MAX, seed, decisions, &differs);
                is_enough_for(1 + size / 4, size, seed, decisions, &differs);
            }
            if (is_enough_for(size, 0, seed, decisions, &differs)) break;
        }
    printf("%lld sizes\n", (long long)tried);
    return differs ? 3 : tried < matches;
}
