/* Steps by masks and by places of actions, with rows that have not a byte more than they need. */
static int many_at_once(char **given)
{
    enum { HEAP = 1 << 16, MATCHES = 5 };
    int64_t steps = atoi(given[0]), length = atoi(given[1]), width = atoi(given[2]);
    int64_t of_row = atoi(given[3]), columns = atoi(given[4]);
    int64_t *table = calloc((size_t)length, sizeof(int64_t));
    int64_t *row_table = calloc((size_t)of_row, sizeof(int64_t));
    for (int64_t i = 0; i < length; i++) table[i] = atoll(given[5 + i]);
    for (int64_t i = 0; i < of_row; i++) row_table[i] = atoll(given[5 + length + i]);
    const int64_t *tables[SEATS];
    uint8_t left[MATCHES];
    int32_t *seen = calloc((size_t)(MATCHES * columns), sizeof(int32_t));
    for (int i = 0; i < SEATS; i++) tables[i] = of_row ? row_table : NULL;
    St *states[MATCHES];
    int64_t which[MATCHES], choices[MATCHES], players[MATCHES], actions[MATCHES], picks[MATCHES];
    uint64_t seeds[MATCHES], word = 1;
    for (int i = 0; i < MATCHES; i++) {
        states[i] = calloc((size_t)rl_words(HEAP), sizeof(V));
        rl_clear(states[i], HEAP);
        which[i] = i, seeds[i] = i;
    }
    uint8_t *rows = calloc((size_t)(MATCHES * width), 1);
    int64_t *payoffs = calloc(MATCHES * SEATS, sizeof(int64_t)), wrong = 0;
    rl_start_many(states, MATCHES, which, seeds, choices, players);
    for (int64_t step = 0; step < steps; step++) {
        wrong += rl_action_masks(states, MATCHES, table, width, rows) >= 0;
        for (int i = 0; i < MATCHES; i++) {
            int64_t begin = below(&word, (uint32_t)width);
            actions[i] = -1;
            for (int64_t at = 0; choices[i] > 0 && actions[i] < 0; at++)
                if (rows[i * width + (begin + at) % width]) actions[i] = (begin + at) % width;
        }
        wrong += rl_places_of_actions(states, MATCHES, table, actions, picks) >= 0;
        wrong += rl_first_outside(picks, MATCHES, -1, choices, 1) >= 0;
        rl_step_and_ask(states, MATCHES, picks, choices, players, table, width, step % 2 ? rows : NULL,
                        tables, columns, seen, left);
        rl_payoffs_many(states, MATCHES, payoffs);
        rl_rows(states, MATCHES, tables, players, columns, seen, left);
        for (int i = 0; i < MATCHES; i++)
            if (choices[i] <= 0) {
                which[0] = i, seeds[0] = step;
                rl_start_many(states, 1, which, seeds, choices, players);
            }
    }
    for (int i = 0; i < MATCHES; i++) rl_release(states[i]), free(states[i]);
    free(rows), free(payoffs), free(table), free(row_table), free(seen);
    return wrong != 0;
}
