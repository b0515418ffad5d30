/* What the printed C and its runtime are written in; each function is called with a, b by a test. */
typedef unsigned __int128 Wide;
typedef struct St { int64_t words[4]; } St;
typedef struct { int64_t x, y; } Pair;
typedef int64_t (*Applied)(int64_t a, int64_t b);
enum { FIRST = 3, SECOND, LAST = SECOND * 2 };
#define TWICE(of) ((of) + (of))
#define AT_LEAST(of, least) ((of) < (least) ? (least) : (of))
static const int64_t table[] = {5, -7, LAST, TWICE(FIRST)};
static const Pair pairs[2] = {{1, 2}, {.y = 4, .x = 3}};

static Pair swapped(int64_t a, int64_t b) { return (Pair){b, a}; }
static inline int64_t least_of(int64_t a, int64_t b)
{
    if (a < b) return a;
    return b;
}
static int64_t product(int64_t a, int64_t b) { return a * b; }
static int64_t sum(int64_t a, int64_t b) { return a + b; }
static const Applied applied[] = {product, sum};

int64_t structs(int64_t a, int64_t b)
{
    Pair of = swapped(a, b), other = of;
    other.x += pairs[1].x, other.y -= pairs[0].y;
    return other.x * 1000 + other.y * 10 + (int64_t)(sizeof table / sizeof *table);
}

int64_t calls(int64_t a, int64_t b)
{
    int64_t found = 0;
    for (int i = 0; i < 2; i++) found = found * 100 + applied[i](a, b);
    return least_of(found, AT_LEAST(a, b)) * 10 + table[(a & 3)];
}

int64_t labels(int64_t a, int64_t b)
{
    int64_t left = 20, found = 0;
again:
    if (left-- <= 0) goto done;
    switch (left + (a & 7)) {
    case 1: case 2: found += 1; break;
    case 3: found += 10; /* fall through */
    case 4: found += 100; goto again;
    case 9000: return -1;
    default: found += b;
    }
    do {
        if (found > 500) break;
        found++;
    } while (found & 3);
    for (int i = 0; i < 3; i++) {
        if (!0) break;
        found += 7;
    }
    for (int i = 0; i < 3; i++) {
        if (0) found += 9;
        else continue;
        found += 11;
    }
    goto again;
done:
    return found;
}

int64_t narrow(int64_t a, int64_t b)
{
    uint8_t byte = (uint8_t)(a + b);
    int8_t small = (int8_t)a;
    uint32_t low = (uint32_t)a * 3U;
    int32_t half = (int32_t)b;
    return byte * 1000000 + small * 1000 + (int64_t)(low % 1000) + (half >> 3) + -a % AT_LEAST(b, 7);
}

int64_t real(int64_t a, int64_t b)
{
    double of = (double)a / 4.0 + 0.5;
    float kept = (float)b;
    return (int64_t)(of * of) + (int64_t)kept + (of > 3.0 ? 7 : 0);
}

int64_t wide(int64_t a, int64_t b)
{
    Wide one = (Wide)(uint64_t)a << 64 | (uint64_t)b, other = one * one + (one >> 7) - (one << 3);
    int by = (int)(b & 127);
    other ^= one << by, other |= (Wide)1 << (a & 127), other &= ~(one >> by);
    int64_t found = (int64_t)(uint64_t)(other >> 64) ^ (int64_t)(uint64_t)other;
    return found ^ (one < other) ^ (one == other) << 1 ^ (other != 0) << 2 ^ (int64_t)!(one & 1) << 3;
}

int64_t stored(int64_t a, int64_t b)
{
    int64_t few[5] = {a, b}, *at = few;
    const char *text = "abc";
    memmove(few + 2, few, 2 * sizeof *few);
    int64_t *listed = (int64_t[]){b, a}, other[1] = {7};
    listed[1] += other[0], listed[0]--;
    *at++ += 2, *at-- -= 3, at[4] = text[1];
    St s = {{1, 2, 3, 4}};
    s.words[(a & 1) + 1]++;
    static int64_t calls_before;
    calls_before += few[0];
    return few[0] + few[1] * 10 + few[2] * 100 + few[3] * 1000 + few[4] + s.words[1] + (&s)->words[2]
        + listed[0] + listed[1] * 3 + other[0];
}
