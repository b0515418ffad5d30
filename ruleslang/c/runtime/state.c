/*
 * The state of a match, and its heap. What the game has is defined before this text: CELLS, STREAMS,
 * SEATS, FRAME_SIZES, `constants`, the places of cells, the numbers of faults.
 */

#ifndef STACK
#define STACK (1 << 16) /* words of frames: as many runs as there may be, each with large ones */
#endif
#define SLACK 4 /* entries for which a zone has room behind its cards, and in front */

/*
 * With RL_CHECKED the sanitizer of addresses knows which words of a heap may be touched: those of
 * tuples that were grabbed, behind each of which lies a word that nobody may touch.
 */
#ifdef RL_CHECKED
#include <sanitizer/asan_interface.h>
#define GAP 1
#define open_words(from, to) __asan_unpoison_memory_region(from, (size_t)((char *)(to) - (char *)(from)))
#define close_words(from, to) __asan_poison_memory_region(from, (size_t)((char *)(to) - (char *)(from)))
#else
#define GAP 0
#define open_words(from, to) ((void)0)
#define close_words(from, to) ((void)0)
#endif

enum { WAITS = -1, DONE = -2 };
enum { WON = 1, CAPPED = 2, FAULT = 3, LEFT = 4 };

typedef struct {
    int64_t capacity, top, collect_at; /* of the heap, in words; always: top <= capacity */
    uint64_t seed;
    int64_t over, capped, waits, fault, origin; /* a fault's number, counted from 1 */
    int64_t frame, frames, block, question, statement;
    int64_t bots_play, keeps_outcomes; /* how many more decisions bots make; whether chance is kept */
    int64_t base; /* how many frames belong to the match, while something is imagined */
    V taken, answer, who, options, shown, notes, outcomes, winners;
    V imagined; /* what is given to the function that is asked in an imagined position */
    V noted; /* stands for all that rules looked at since they last began to */
    V payoffs[SEATS];
    uint64_t bots[SEATS];
    int64_t players[SEATS]; /* who decides where bots play: 0: chance, else a player of the language */
    uint64_t streams[STREAMS + 1];
    jmp_buf *jump;
    uint64_t occupied[MASK_WORDS]; /* the first spaces on which a piece stands, as bits */
    uint64_t standing[STANDING_SETS + 1][MASK_WORDS]; /* those on which the first is of a kept set */
    V on[SPACES + 1];  /* by space: the first piece that stands there, or none */
    int64_t rooms[PLACES + 1];  /* by zone place: how many entries its tuple can take; 0: others hold it */
    int64_t fronts[PLACES + 1]; /* and how many words are free in front of it */
    V S[CELLS];
    V K[STACK];
    V heap[];
} St;

static inline int is_tuple(V value) { return value >= FIRST_TUPLE && value < -(INT64_C(1) << 60); }

/* The tuple of a reference: its number of entries, then the entries. */
static inline const V *T(const St *s, V reference)
{
    uintptr_t offset = (uintptr_t)(reference - FIRST_TUPLE), first = FIRST_CONSTANT;
    /* both bases are worked out, so that there is no jump that goes now here, now there */
    uintptr_t of_constants = (uintptr_t)constants - first * sizeof(V), of_heap = (uintptr_t)s->heap;
    return (const V *)((offset >= first ? of_constants : of_heap) + offset * sizeof(V));
}

static inline V reference(const St *s, const V *tuple) { return FIRST_TUPLE + (tuple - s->heap); }

/* Tuples from a place on are given back, which nothing leads to any more. */
static inline void give_back(St *s, int64_t top)
{
    close_words(s->heap + top, s->heap + s->top);
    s->top = top;
}

/* Only the words of tuples are open. */
static inline void only_tuples(St *s)
{
    open_words(s->heap, s->heap + s->top);
    close_words(s->heap + s->top, s->heap + 2 * s->capacity);
    (void)s;
}

/* ---------------------------------------------------------------- faults */

static _Noreturn void leave_by(St *s, int why) { longjmp(*s->jump, why); }

static _Noreturn __attribute__((cold, noinline)) void fail(St *s, int slug, int64_t origin)
{
    s->fault = slug;
    s->origin = origin;
    leave_by(s, FAULT);
}

static _Noreturn __attribute__((cold, noinline)) void won(St *s, V winners)
{
    s->winners = winners;
    leave_by(s, WON);
}

/* ---------------------------------------------------------------- new tuples */

/* A new tuple of so many entries, which the caller fills in; all of them lie in the heap. */
OFTEN V *grab(St *s, int64_t entries)
{
    int64_t at = s->top, left = s->capacity - at - GAP;
    if (__builtin_expect((uint64_t)entries >= (uint64_t)left || (GAP && left < 0), 0))
        fail(s, TOO_MUCH, -1);
    open_words(s->heap + at, s->heap + at + entries + 1);
    s->top = at + entries + 1 + GAP;
    s->heap[at] = entries;
    return s->heap + at;
}

/* The last tuple needs no more than so many of the entries that it was grabbed for. */
static inline void shorten(St *s, V *tuple, int64_t reserved, int64_t entries)
{
    if (s->heap + s->top != tuple + reserved + 1 + GAP) return;
    close_words(tuple + entries + 1, tuple + reserved + 1);
    s->top = tuple - s->heap + entries + 1 + GAP;
}

/* A tuple that was grabbed for more entries than it got. */
OFTEN V shortened(St *s, V *tuple, int64_t reserved, int64_t entries)
{
    if (entries == 0) {
        if (s->heap + s->top == tuple + reserved + 1 + GAP) give_back(s, tuple - s->heap);
        return EMPTY;
    }
    tuple[0] = entries;
    shorten(s, tuple, reserved, entries);
    return reference(s, tuple);
}

/* Tuples of one width lie behind the tuple of them, which was grabbed for more. */
OFTEN V gathered_rows(St *s, V *tuple, const V *rows, int64_t entries, int64_t width)
{
    tuple[0] = entries;
    give_back(s, (entries == 0 ? tuple : rows + entries * width) - s->heap);
    return entries == 0 ? EMPTY : reference(s, tuple);
}

OFTEN V tuple1(St *s, V a)
{
    V *made = grab(s, 1);
    made[1] = a;
    return reference(s, made);
}

/*
 * The cards of a zone, for somebody who may keep them: the tuple changes no more. A zone whose tuple
 * nothing else holds changes it in place.
 */
static inline V lent(St *s, int64_t cell)
{
    s->rooms[cell - ZONES] = 0;
    return s->S[cell];
}

/* ---------------------------------------------------------------- collecting */

static inline V moved(St *s, V value, V *to, int64_t *top)
{
    if (!is_tuple(value) || value - FIRST_TUPLE >= FIRST_CONSTANT) return value;
    V *from = s->heap + (value - FIRST_TUPLE);
    if (from[0] < 0) return FIRST_TUPLE + (-from[0] - 1);
    int64_t at = *top, words = from[0] + 1;
    memcpy(to + at, from, (size_t)words * sizeof(V));
    *top = at + words;
    from[0] = -at - 1;
    return FIRST_TUPLE + at;
}

static inline int64_t frame_end(const St *s)
{
    return s->frames == 0 ? 0 : s->frame + FRAME_SIZES[s->K[s->frame + 1]];
}

/* A zone's own tuple, with room for more; its entries are cards, which lead to nothing. */
static inline void move_zone(St *s, int64_t place, V *to, int64_t *top, int64_t slack)
{
    V value = s->S[ZONES + place];
    if (!s->rooms[place]) {
        s->S[ZONES + place] = moved(s, value, to, top);
        return;
    }
    const V *from = T(s, value);
    memcpy(to + *top, from, (size_t)(from[0] + 1) * sizeof(V));
    s->S[ZONES + place] = FIRST_TUPLE + *top;
    s->rooms[place] = from[0] + slack, s->fronts[place] = 0;
    *top += from[0] + 1 + slack;
}

/* When to collect: at so many words, but so that of what is free most is left for the next list. */
static int64_t collected_at(const St *s, int64_t words)
{
    int64_t most = s->top + (s->capacity - s->top) / 4;
    return words < most ? words : most;
}

/*
 * Keep only the tuples that cells, frames and registers lead to. The spare half lies behind. Each
 * is moved once, and they do not overlap, so that no more is written than the heap held; what zones
 * get beside is left out where the heap might not hold it.
 */
static __attribute__((noinline)) void collect(St *s)
{
    V *to = s->heap + s->capacity;
    int64_t top = 0, end = frame_end(s);
    int64_t slack = s->capacity - s->top < SLACK * PLACES ? 0 : SLACK;
    open_words(to, to + s->capacity);
    for (int64_t i = 0; i < PLACES; i++) move_zone(s, i, to, &top, slack);
    int64_t begun = top;
    for (int64_t i = 0; i < ZONES; i++) s->S[i] = moved(s, s->S[i], to, &top);
    for (int64_t i = ZONES + PLACES; i < CELLS; i++) s->S[i] = moved(s, s->S[i], to, &top);
    for (int64_t i = 0; i < end; i++) s->K[i] = moved(s, s->K[i], to, &top);
    V *registers[] = {&s->taken, &s->answer, &s->options, &s->shown, &s->notes, &s->outcomes,
                      &s->winners, &s->imagined};
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        *registers[i] = moved(s, *registers[i], to, &top);
    for (int64_t at = begun; at < top;) {
        int64_t entries = to[at];
        for (int64_t i = 1; i <= entries; i++) to[at + i] = moved(s, to[at + i], to, &top);
        at += entries + 1;
    }
    open_words(s->heap, s->heap + top);
    memcpy(s->heap, to, (size_t)top * sizeof(V));
    s->top = top;
    only_tuples(s);
    s->collect_at = collected_at(s, 2 * top + QUIET_HEAP);
}
