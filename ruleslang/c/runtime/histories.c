/* How things stand that a history compares, and what was noted: see `ruleslang/interpreter/hashing.py`. */

static __attribute__((unused)) void put_titles(St *s, Blake *b, int64_t base, int64_t cells)
{
    for (int64_t at = base; at < base + cells; at++) {
        const V *p = T(s, s->S[at]);
        put_unsigned(b, (uint64_t)p[0]);
        put_byte(b, ':');
        for (int64_t i = 1; i <= p[0]; i++) {
            if (i > 1) put_byte(b, ',');
            put_unsigned(b, (uint64_t)title_of[p[i]]);
        }
        put_end(b);
    }
}

/* The two halves of a hash, the higher one first. */
static V halves(St *s, Blake *b)
{
    uint64_t found = __builtin_bswap64(blake_end(b));
    V *made = grab(s, 2);
    made[1] = (V)(found >> 32), made[2] = (V)(found & UINT32_MAX);
    return reference(s, made);
}

static void put_half(Blake *b, V half)
{
    for (int shift = 28; shift >= 0; shift -= 4) put_byte(b, "0123456789abcdef"[half >> shift & 15]);
}

/* What was noted in a history, in the order of the hashes. */
static void put_noted(St *s, Blake *b, int64_t cell)
{
    const V *rows = T(s, s->S[cell]);
    put_text(b, "history");
    put_end(b);
    lines_begin(s, b);
    for (int64_t i = 1; i <= rows[0]; i++) {
        const V *row = T(s, rows[i]);
        put_half(b, row[1]);
        put_half(b, row[2]);
        put_byte(b, ' ');
        put_unsigned(b, (uint64_t)row[3]);
        line_ends(b);
    }
    put_lines(b);
}
