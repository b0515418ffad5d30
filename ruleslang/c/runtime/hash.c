/*
 * The hash of a position in which nothing is asked: 8 bytes of BLAKE2b over the words that
 * `ruleslang/interpreter/hashing.py` lists, each with a byte 0 behind it.
 */

static void put_word(Blake *b, const char *text)
{
    put_text(b, text);
    put_end(b);
}

static void put_limits(St *s, Blake *b)
{
    const V *rows = T(s, s->S[LIMITS]);
    lines_begin(s, b);
    for (int64_t i = 1; i <= rows[0]; i++) {
        put_limit(s, b, T(s, rows[i]));
        line_ends(b);
    }
    put_lines(b);
}

static void put_counting(St *s, Blake *b)
{
#if COUNTS_AS
    for (int64_t card = 0; card < CARDS; card++) {
        if (s->S[COUNTING + card] == AS_PRINTED) continue;
        put_value(b, card);
        put_byte(b, ' ');
        put_value(b, s->S[TITLES + card]);
        put_end(b);
    }
#endif
    (void)s, (void)b;
}

static void put_faces(St *s, Blake *b)
{
    put_word(b, "faces");
    for (int64_t card = 0; card < CARDS; card++) {
        V face = s->S[FACES + card];
        if (face == NONE) continue;
        put_unsigned(b, (uint64_t)card);
        put_word(b, face == 1 ? " up" : " down");
    }
}

static void put_marks(St *s, Blake *b)
{
    put_word(b, "marks");
    for (int64_t card = 0; card < CARDS; card++) {
        if (s->S[MARKS + card] == NONE) continue;
        put_unsigned(b, (uint64_t)card);
        put_byte(b, ' ');
        put_set(s, b, s->S[MARKS + card]);
        put_end(b);
    }
}

static void put_shown(St *s, Blake *b)
{
    put_word(b, "facts");
    lines_begin(s, b);
    put_facts(s, b);
    put_lines(b);
    put_word(b, "shown");
    for (int64_t i = 0; i < SHOWN; i++) {
        if (s->S[shown_cells[i]] == NONE) continue;
        put_text(b, shown_names[i]);
        put_set(s, b, s->S[shown_cells[i]]);
        put_end(b);
    }
}

/* ---------------------------------------------------------------- what lasts */

static inline const V *lasting_rows(const St *s)
{
    return T(s, ROWS_LASTING < 0 ? EMPTY : s->S[ROWS_LASTING < 0 ? 0 : ROWS_LASTING]);
}

/* The place, from 0, of what lasts since a moment; below 0: it is over. */
static int64_t place_of_age(const St *s, V age)
{
    const V *rows = lasting_rows(s);
    for (int64_t i = 1; i <= rows[0]; i++)
        if (T(s, rows[i])[1] == age) return i - 1;
    return -1;
}

/* A run under way, by how many runs lie below it; its word in the state is that of its frame. */
static void put_run(St *s, Blake *b, V run)
{
    int64_t at = s->frame, below = 0, is_there = 0;
    for (int64_t depth = s->frames - 1; depth >= 0; depth--, at = s->K[at - 1]) {
        int64_t begins = begins_run[s->K[at + 1]];
        if (depth == run) is_there = begins;
        if (depth < run) below += begins;
    }
    if (!is_there) {
        put_byte(b, '-');
        return;
    }
    put_text(b, "run ");
    put_unsigned(b, (uint64_t)below);
}

static void put_lasting(St *s, Blake *b)
{
    const V *rows = lasting_rows(s);
    put_word(b, "lasting");
    for (int64_t i = 1; i <= rows[0]; i++) {
        const V *row = T(s, rows[i]);
        put_word(b, lasting_names[row[2]]);
        put_value(b, row[3]);
        put_end(b);
        put_lasting_row(s, b, row);
        put_run(s, b, row[5]);
        put_end(b);
    }
}

#define DIGITS 16 /* of a moment, so that moments are compared as texts */

static void put_moment(Blake *b, V moment)
{
    for (int digit = DIGITS - 1; digit >= 0; digit--)
        put_byte(b, (uint8_t)"0123456789abcdef"[moment >> 4 * digit & 15]);
}

static void write_cards_in_force(St *s, Blake *b)
{
#if HAS_STANDING
    for (int64_t card = 0; card < CARDS; card++) {
        V title = title_of[card];
#if COUNTS_AS
        title = s->S[TITLES + card];
#endif
        if (s->S[WHERE + card] == NONE || !has_standing[title]) continue;
        put_moment(b, s->S[AGES + card]);
        put_value(b, card);
        line_ends(b);
    }
#endif
    (void)s, (void)b;
}

/* All that is in force in the order in which it began; what began at once is one word. */
static void put_began(St *s, Blake *b)
{
    const V *rows = lasting_rows(s);
    put_word(b, "began");
    lines_begin(s, b);
    for (int64_t i = 1; i <= rows[0]; i++) {
        const V *row = T(s, rows[i]);
        put_moment(b, row[1]);
        put_text(b, lasting_names[row[2]]);
        line_ends(b);
    }
    write_cards_in_force(s, b);
    sort_lines(b);
    b->room = NULL;
    for (int64_t i = 0; i < b->number; i++) {
        if (i > 0) {
            if (memcmp(line_at(b, i), line_at(b, i - 1), DIGITS) == 0) put_byte(b, ' ');
            else put_end(b);
        }
        put_text(b, line_at(b, i) + DIGITS);
    }
    if (b->number > 0) put_end(b);
}

static void put_rules(St *s, Blake *b)
{
    put_word(b, "true");
    lines_begin(s, b);
    for (int64_t rule = 0; rule < RULES; rule++) {
        const V *pairs = T(s, s->S[true_of_rule[rule]]);
        for (int64_t i = 1; i <= pairs[0]; i++) {
            const V *pair = T(s, pairs[i]);
            if (put_rule(s, b, rules[rule], pair[1], pair[2])) line_ends(b);
        }
    }
    put_lines(b);
    put_word(b, "queued");
    const V *rows = T(s, ROWS_QUEUED < 0 ? EMPTY : s->S[ROWS_QUEUED < 0 ? 0 : ROWS_QUEUED]);
    for (int64_t i = 1; i <= rows[0]; i++) {
        const V *row = T(s, rows[i]);
        if (put_rule(s, b, row[1], row[2], row[3])) put_end(b);
    }
}

/* ---------------------------------------------------------------- the whole */

static void put_streams(St *s, Blake *b)
{
    for (int64_t i = 0; i < STREAMS; i++) {
        int64_t at = streams_by_name[i];
        if (s->streams[at] == 0) continue;
        put_text(b, stream_names[at]);
        put_byte(b, ' ');
        put_unsigned(b, s->streams[at]);
        put_end(b);
    }
}

static uint64_t position_hash(St *s)
{
    Blake b;
    blake_begin(&b);
    put_value(&b, s->S[ACTIVE]);
    put_end(&b);
    put_joined(s, &b, s->S[PLAYERS], ' ');
    put_end(&b);
    put_stored(s, &b);
    put_limits(s, &b);
    put_counting(s, &b);
    put_faces(s, &b);
    put_marks(s, &b);
    put_shown(s, &b);
    put_lasting(s, &b);
    put_began(s, &b);
    put_rules(s, &b);
    put_streams(s, &b);
    return blake_end(&b);
}

/* The hash; 0 where what must be sorted finds no room. The state stays as it is. */
static uint64_t hash_of(St *s)
{
    jmp_buf here;
    volatile uint64_t found = 0;
    int64_t fault = s->fault, origin = s->origin, top = s->top;
    s->jump = &here;
    if (setjmp(here) == 0) found = position_hash(s);
    s->jump = NULL;
    s->fault = fault, s->origin = origin;
    give_back(s, top);
    return found;
}
