/*
 * Matches in heaps of many sizes, from one word to all that they need, beside the same matches in a
 * large heap: as long as a small one does not tell that it is full, both are asked alike. Every state
 * is an allocation of its own, and RL_CHECKED closes all words that belong to no tuple.
 */
#include <stdio.h>

enum { LARGE = 1 << 18 };

static uint64_t picking;

static St *in_heap_of(int64_t capacity)
{
    St *s = malloc((size_t)rl_words(capacity) * sizeof(V));
    if (s == NULL) exit(2);
    rl_clear(s, capacity);
    return s;
}

static int is_full(const St *s) { return s->fault == TOO_MUCH; }

/* A copy is played to its end by chance, and looked at. */
static void try_copy(const St *s, int64_t capacity, uint64_t seed)
{
    static const int64_t players[SEATS];
    St *copy = in_heap_of(capacity);
    rl_copy(copy, s);
    rl_hash(copy);
    rl_finish(copy, seed, players, 40);
    rl_hash(copy);
    free(copy);
}

/* Whether a match plays so many decisions in so many words, and the same ones as in a large heap. */
static int play(int64_t capacity, uint64_t seed, int64_t decisions, int *differs)
{
    St *small = in_heap_of(capacity), *large = in_heap_of(LARGE);
    small->keeps_outcomes = large->keeps_outcomes = (int64_t)(seed & 1);
    rl_start(small, seed), rl_start(large, seed);
    for (int64_t i = 0; i < decisions && large->waits && !is_full(small); i++) {
        uint64_t hash = i % 16 == 0 ? rl_hash(small) : 0; /* 0: what it sorts finds no room */
        if (is_asked(small) != is_asked(large) || (hash != 0 && hash != rl_hash(large))) {
            *differs = 1;
            break;
        }
        if (i % 8 == 3) try_copy(small, capacity, seed + (uint64_t)i);
        int64_t pick = below(&picking, (uint32_t)rl_choices(large));
        int64_t picks[] = {pick}, choices[1], players[1];
        rl_step_many(&small, 1, picks, choices, players);
        rl_choose(large, pick);
    }
    if (!is_full(small) && is_asked(small) != is_asked(large)) *differs = 1;
    rl_hash(small), rl_choose(small, 0), rl_choose(small, -1), rl_choose(small, INT64_MAX);
    int is_enough = !is_full(small);
    free(small), free(large);
    return is_enough;
}

/* `given`: matches, decisions of each, and into how many parts a size is cut for the next step. */
int main(int arguments, char **given)
{
    int64_t matches = atoi(given[1]), decisions = atoi(given[2]), finer = atoi(given[3]), tried = 0;
    int differs = 0;
    picking = derive(1, 2);
    for (int64_t match = 0; match < matches; match++)
        for (int64_t size = 1; size < LARGE && !differs; size += 1 + size / finer) {
            uint64_t seed = derive(3, (uint64_t)match);
            tried++;
            if (play(size, seed, decisions, &differs)) break;
        }
    printf("%lld sizes\n", (long long)tried);
    return differs ? 3 : tried < matches;
}
