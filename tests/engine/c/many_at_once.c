/* Steps by places of actions, with rows and keys that have not a byte more than they need, in little memory. */
static int many_at_once(char **given)
{
    enum { INNER = 24, HEAP = 200, MATCHES = 5 };
    int64_t steps = atoi(given[0]), length = atoi(given[1]), width = atoi(given[2]);
    int64_t of_row = atoi(given[3]), columns = atoi(given[4]), of_key = atoi(given[5]);
    int64_t *table = calloc((size_t)length, sizeof(int64_t));
    int64_t *row_table = calloc((size_t)of_row, sizeof(int64_t));
    int64_t *key_table = calloc((size_t)of_key, sizeof(int64_t));
    char *key = malloc(32);
    for (int64_t i = 0; i < length; i++) table[i] = atoll(given[6 + i]);
    for (int64_t i = 0; i < of_row; i++) row_table[i] = atoll(given[6 + length + i]);
    for (int64_t i = 0; i < of_key; i++) key_table[i] = atoll(given[6 + length + of_row + i]);
    const int64_t *tables[SEATS];
    uint8_t left[MATCHES];
    int32_t *seen = calloc((size_t)(MATCHES * columns), sizeof(int32_t));
    for (int i = 0; i < SEATS; i++) tables[i] = of_row ? row_table : NULL;
    St *states[MATCHES];
    int64_t which[MATCHES], choices[MATCHES], players[MATCHES], picks[MATCHES], seats[MATCHES], wrong = 0;
    uint64_t seeds[MATCHES], word = 1;
    for (int i = 0; i < MATCHES; i++) {
        states[i] = calloc((size_t)rl_words(INNER, HEAP), sizeof(V));
        rl_clear(states[i], INNER, HEAP);
        which[i] = i, seeds[i] = i;
    }
    uint8_t *masks = calloc((size_t)(MATCHES * width), 1), *again = calloc((size_t)(MATCHES * width), 1);
    int64_t *payoffs = calloc(MATCHES * SEATS, sizeof(int64_t));
    int32_t *kept = calloc(MATCHES * KEPT, sizeof *kept), *others = calloc(MATCHES * KEPT, sizeof *kept);
    Batch batch = {states, choices, players, NULL, kept, table, tables, NULL, width, columns, 0}, other = batch;
    rl_start_many(&batch, 0, MATCHES, which, seeds);
    batch.masks = masks, other.masks = again, other.kept = others;
    wrong += rl_mark_all(&batch, 0, MATCHES) >= 0;
    for (int64_t step = 0; step < steps; step++) {
        int are_actions = step % 3 != 0, begin_anew = step % 2;
        for (int i = 0; i < MATCHES; i++) {
            int64_t begin = below(&word, (uint32_t)width);
            picks[i] = are_actions || choices[i] <= 0 ? -1 : begin % choices[i];
            for (int64_t at = 0; are_actions && choices[i] > 0 && picks[i] < 0; at++)
                if (masks[i * width + (begin + at) % width]) picks[i] = (begin + at) % width;
            seeds[i] = (uint64_t)(step + i);
        }
        if (are_actions) wrong += rl_first_refused(&batch, 0, MATCHES, picks, begin_anew) >= 0;
        wrong += rl_turn(&batch, 0, MATCHES, picks, are_actions, begin_anew ? seeds : NULL,
                         step % 5 ? seen : NULL, left) >= 0;
        rl_payoffs_many(states, MATCHES, payoffs);
        wrong += !rl_key(states[step % MATCHES], key_table, key);
        for (int i = 0; i < MATCHES; i++) seats[i] = players[i] < 0 ? 0 : players[i];
        rl_rows(&batch, 0, MATCHES, seats, seen, left);
        if (!begin_anew) rl_start_many(&batch, 0, 1, which + step % MATCHES, seeds);
        memset(again, 0, (size_t)(MATCHES * width));
        wrong += rl_mark_all(&other, 0, MATCHES) >= 0;
        wrong += memcmp(masks, again, (size_t)(MATCHES * width)) != 0;
    }
    rl_release_many(states, MATCHES);
    for (int i = 0; i < MATCHES; i++) free(states[i]);
    free(masks), free(again), free(kept), free(others), free(payoffs), free(table), free(row_table), free(seen);
    free(key_table), free(key);
    return wrong != 0;
}
