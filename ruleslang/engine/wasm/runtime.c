/* What a platform gives to C: memory, and what compilers know. Later definitions replace earlier. */

void asks_to_stop(void); /* of Python, which sets `stops.type` if what goes on is to stop */
int more_memory(int pages) { return pages - pages - 1; } /* the first of new pages; below 0: none. Each platform has its own */
int clock_time_get(int clock, int64_t precision, int64_t *nanoseconds);

/* Blocks by their sizes, of which there are four between two powers of two; each has its kind in front. */
typedef struct Free {
    struct Free *next;
} Free;
static Free *free_blocks[256];
static uint32_t next_byte = 0, end_of_memory = 0;

static void *new_block(uint32_t size)
{
    if (size > end_of_memory - next_byte) {
        uint32_t pages = (size + 65535) >> 16;
        if (pages < 64) pages = 64;
        int first = more_memory(pages);
        if (first < 0) return NULL;
        uint32_t found = (uint32_t)first << 16;
        if (found != end_of_memory) next_byte = found;
        end_of_memory = found + (pages << 16);
    }
    next_byte += size;
    return (void *)(uintptr_t)(next_byte - size);
}

void *malloc(size_t bytes)
{
    int power = 6;
    if (bytes > 0x70000000U) return NULL;
    while (((size_t)1 << power) < bytes + 16) power++;
    uint32_t unit = (uint32_t)1 << (power - 3), units = ((uint32_t)bytes + 15 + unit) / unit;
    int64_t kind = 8 * (power - 6) + units - 1;
    Free *found = free_blocks[kind];
    if (found != NULL) {
        free_blocks[kind] = found->next;
    } else {
        found = new_block(unit * units);
        if (found == NULL) return NULL;
    }
    *(int64_t *)(void *)found = kind;
    return (char *)(void *)found + 16;
}

void free(void *block)
{
    if (block == NULL) return;
    Free *found = (Free *)(void *)((char *)block - 16);
    int64_t kind = *(int64_t *)(void *)found;
    found->next = free_blocks[kind];
    free_blocks[kind] = found;
}

void *calloc(size_t number, size_t size)
{
    void *found = malloc(number * size);
    if (found != NULL) memset(found, 0, number * size);
    return found;
}

static int is_too_large(int64_t a, int64_t b, int64_t *product)
{
    int64_t made = (int64_t)((uint64_t)a * (uint64_t)b);
    *product = made;
    if (a == (int64_t)(int32_t)a && b == (int64_t)(int32_t)b) return 0;
    if (a == 0) return 0;
    if (a == -1) return b == INT64_MIN;
    return made / a != b;
}

static uint64_t upper_product(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & 0xffffffffU, a1 = a >> 32, b0 = b & 0xffffffffU, b1 = b >> 32;
    uint64_t low = a0 * b0, one = a1 * b0 + (low >> 32), two = a0 * b1 + (one & 0xffffffffU);
    return a1 * b1 + (one >> 32) + (two >> 32);
}

static uint64_t bytes_turned(uint64_t x)
{
    uint64_t found = 0;
    for (int i = 0; i < 8; i++) found = found << 8 | (x >> (8 * i) & 255);
    return found;
}

static void lock_spares(void) {}
static void unlock_spares(void) {}

enum { MONOTONIC = 1, A_WHILE = 50000000 };
static int64_t looks, asked_at;

/* Python is asked once in a while, and the time is read at every eighth look. */
static __attribute__((noinline)) void ask_whether_to_stop(void)
{
    int64_t now = 0;
    clock_time_get(MONOTONIC, 0, &now);
    if (now - asked_at < A_WHILE) return;
    asked_at = now;
    asks_to_stop();
}

static void look(St *s)
{
    if (!(++looks & 7)) ask_whether_to_stop();
    if (is_stopping()) fail(s, INTERRUPTED, -1);
}

void rl_python(const void *given) {}

/* What goes on here is no more to stop; answers where Python writes that it is. */
int64_t rl_raise(void)
{
    stops.type = NULL;
    return (int64_t)(uintptr_t)&stops.type;
}
