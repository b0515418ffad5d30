/*
 * Games decision by decision, as lines of numbers that must be the same on every machine. With
 * addresses of 32 bits no library is linked, since few machines have one for them.
 */

#if __SIZEOF_POINTER__ == 4
static char arena[48 << 20];
static size_t in_use;

void *malloc(size_t size)
{
    void *made = arena + in_use;
    in_use += (size + 15) & ~(size_t)15;
    return in_use <= sizeof arena ? made : NULL;
}

void free(void *memory) { (void)memory; }

void *memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    for (size_t i = 0; i < size; i++) ((char *)to)[i] = (char)byte;
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    if (to < from) return memcpy(to, from, size);
    while (size-- > 0) ((char *)to)[size] = ((const char *)from)[size];
    return to;
}

int memcmp(const void *one, const void *other, size_t size)
{
    const unsigned char *a = one, *b = other;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

void *calloc(size_t number, size_t size) { return memset(malloc(number * size), 0, number * size); }

time_t time(time_t *to) { (void)to; return 0; }

/* Division of two words, which a compiler calls. */
uint64_t __udivmoddi4(uint64_t a, uint64_t b, uint64_t *rest)
{
    uint64_t quotient = 0, left = 0;
    for (int bit = 63; bit >= 0; bit--) {
        left = left << 1 | (a >> bit & 1);
        if (left >= b) left -= b, quotient |= UINT64_C(1) << bit;
    }
    if (rest != NULL) *rest = left;
    return quotient;
}

uint64_t __udivdi3(uint64_t a, uint64_t b) { return __udivmoddi4(a, b, NULL); }

uint64_t __umoddi3(uint64_t a, uint64_t b)
{
    uint64_t rest;
    __udivmoddi4(a, b, &rest);
    return rest;
}

static uint64_t size_of(int64_t a) { return a < 0 ? -(uint64_t)a : (uint64_t)a; }

int64_t __divdi3(int64_t a, int64_t b)
{
    uint64_t found = __udivdi3(size_of(a), size_of(b));
    return (int64_t)((a < 0) != (b < 0) ? -found : found);
}

int64_t __moddi3(int64_t a, int64_t b)
{
    uint64_t found = __umoddi3(size_of(a), size_of(b));
    return (int64_t)(a < 0 ? -found : found);
}

int __ctzdi2(uint64_t word)
{
    int bits = 0;
    while (!(word >> bits & 1)) bits++;
    return bits;
}

static void write_out(const char *letters, size_t number)
{
    int answer;
    __asm__ volatile("int $0x80" : "=a"(answer) : "0"(4), "b"(1), "c"(letters), "d"(number) : "memory");
}
#else
#include <unistd.h>
static void write_out(const char *letters, size_t number)
{
    if (write(1, letters, number) < 0) exit(1);
}
#endif

static void tell_number(uint64_t number, char last)
{
    char letters[20];
    size_t at = sizeof letters;
    letters[--at] = last;
    do letters[--at] = "0123456789abcdef"[number & 15];
    while ((number >>= 4) != 0);
    write_out(letters + at, sizeof letters - at);
}

static uint64_t with(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return sum ^ sum >> 29;
}

/* What stands in the cells and frames, and how much of the heap is in use. */
static uint64_t all_of(const St *s)
{
    uint64_t sum = with((uint64_t)s->fault, (uint64_t)(s->top - s->begin));
    for (int64_t i = 0; i < CELLS; i++) sum = with(sum, (uint64_t)s->S[i]);
    for (int64_t i = 0; i < frame_end(s); i++) sum = with(sum, (uint64_t)s->K[i]);
    return sum;
}

static void tell_games(void)
{
    enum { GAMES = 12, MOST = 400, HEAP = 1 << 12 };
    St *s = malloc((size_t)rl_words(STACK, HEAP) * sizeof(V));
    memset(s, 0, (size_t)rl_words(STACK, HEAP) * sizeof(V));
    rl_clear(s, STACK, HEAP);
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        uint64_t chosen = derive(seed, 99), sum = 0;
        int64_t asked = rl_start(s, seed), made = 0;
        for (; asked > 0 && made < MOST; made++) {
            sum = with(sum, all_of(s));
            asked = rl_pick(s, (int)below(&chosen, (uint32_t)asked));
        }
        tell_number((uint64_t)made, ' ');
        tell_number(with(sum, all_of(s)), ' ');
        tell_number((uint64_t)s->fault, '\n');
    }
}

#if __SIZEOF_POINTER__ == 4
__attribute__((force_align_arg_pointer)) void _start(void)
{
    tell_games();
    __asm__ volatile("int $0x80" : : "a"(1), "b"(0));
    for (;;) {}
}
#else
int main(void)
{
    tell_games();
    return 0;
}
#endif
