/* Random games; `given`: how many. */
static int whole_games(char **given)
{
    enum { HEAP = 1 << 16 };
    int games = atoi(given[0]);
    St *s = calloc((size_t)rl_words(STACK, HEAP), sizeof(V));
    rl_clear(s, STACK, HEAP);
    uint64_t *seeds = calloc((size_t)games, sizeof(uint64_t));
    Result *results = calloc((size_t)games, rl_result_words() * sizeof(int64_t));
    for (int i = 0; i < games; i++) seeds[i] = derive(1, i);
    static const int64_t players[SEATS];
    rl_play(s, seeds, players, games, results);
    uint64_t links = 0;
    for (int i = 0; i < games; i++) links |= results[i].link;
    free(results), free(seeds), rl_release(s), free(s);
    return links == 0;
}
