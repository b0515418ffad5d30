/*
 * How things stand that a history compares: 8 bytes of BLAKE2b over the words that
 * `ruleslang/engine/interpreter/hashing.py` lists, each with a byte 0 behind it.
 */

typedef struct {
    uint64_t h[8], bytes;
    uint8_t buffer[128];
    size_t filled;
} Blake;

static const uint64_t blake_start[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

static const uint8_t blake_order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static inline uint64_t turned(uint64_t x, int bits) { return x >> bits | x << (64 - bits); }

static inline void blake_mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turned(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 63);
}

static void blake_block(Blake *b, int is_last)
{
    uint64_t v[16], m[16];
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(m, b->buffer, sizeof m);
#else
    for (int i = 0; i < 16; i++) {
        m[i] = 0;
        for (int j = 7; j >= 0; j--) m[i] = m[i] << 8 | b->buffer[8 * i + j];
    }
#endif
    for (int i = 0; i < 8; i++) v[i] = b->h[i], v[i + 8] = blake_start[i];
    v[12] ^= b->bytes;
    if (is_last) v[14] = ~v[14];
    for (int round = 0; round < 12; round++) {
        const uint8_t *o = blake_order[round % 10];
        blake_mix(v, 0, 4, 8, 12, m[o[0]], m[o[1]]);
        blake_mix(v, 1, 5, 9, 13, m[o[2]], m[o[3]]);
        blake_mix(v, 2, 6, 10, 14, m[o[4]], m[o[5]]);
        blake_mix(v, 3, 7, 11, 15, m[o[6]], m[o[7]]);
        blake_mix(v, 0, 5, 10, 15, m[o[8]], m[o[9]]);
        blake_mix(v, 1, 6, 11, 12, m[o[10]], m[o[11]]);
        blake_mix(v, 2, 7, 8, 13, m[o[12]], m[o[13]]);
        blake_mix(v, 3, 4, 9, 14, m[o[14]], m[o[15]]);
    }
    for (int i = 0; i < 8; i++) b->h[i] ^= v[i] ^ v[i + 8];
}

static void put_byte(Blake *b, uint8_t byte)
{
    if (b->filled == 128) {
        b->bytes += 128;
        blake_block(b, 0);
        b->filled = 0;
    }
    b->buffer[b->filled++] = byte;
}

static void put_text(Blake *b, const char *text)
{
    while (*text) put_byte(b, (uint8_t)*text++);
}

static __attribute__((unused)) void put_unsigned(Blake *b, uint64_t number)
{
    char digits[24];
    int at = 23;
    digits[at] = 0;
    do digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    put_text(b, digits + at);
}

static __attribute__((unused)) void put_value(Blake *b, V value)
{
    if (value == NONE) {
        put_byte(b, '-');
    } else if (value == ABSENT) {
        put_byte(b, '?');
    } else if (value < 0) {
        put_byte(b, '-');
        put_unsigned(b, (uint64_t)-value);
    } else {
        put_unsigned(b, (uint64_t)value);
    }
}

static __attribute__((unused)) void put_joined(St *s, Blake *b, V several, char between)
{
    const V *p = T(s, several);
    for (int64_t i = 1; i <= p[0]; i++) {
        if (i > 1) put_byte(b, (uint8_t)between);
        put_value(b, p[i]);
    }
}

static __attribute__((unused)) void put_list(St *s, Blake *b, V several)
{
    if (!is_tuple(several)) {
        put_value(b, several);
        return;
    }
    put_unsigned(b, (uint64_t)T(s, several)[0]);
    put_byte(b, ':');
    put_joined(s, b, several, ',');
}

static inline void put_end(Blake *b) { put_byte(b, 0); }

static __attribute__((unused)) void put_set(St *s, Blake *b, V several)
{
    put_list(s, b, is_tuple(several) ? sorted(s, several) : several);
}

static __attribute__((unused)) void put_dice(St *s, Blake *b, int64_t base, int64_t cells)
{
    for (int64_t i = 0; i < cells; i++) {
        put_joined(s, b, s->S[base + i], ' ');
        put_end(b);
    }
}

static void blake_begin(Blake *b)
{
    b->filled = 0, b->bytes = 0;
    memcpy(b->h, blake_start, sizeof b->h);
    b->h[0] ^= 0x01010000 ^ 8;
}

static uint64_t blake_end(Blake *b)
{
    b->bytes += b->filled;
    memset(b->buffer + b->filled, 0, 128 - b->filled);
    blake_block(b, 1);
    return b->h[0];
}

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
