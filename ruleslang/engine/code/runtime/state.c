/*
 * The state of a match, and its heap. What the game has is defined before this text: CELLS, STREAMS,
 * SEATS, FRAME_SIZES, `constants`, the places of cells, the numbers of faults.
 */

#ifndef STACK
/* words of frames: as many runs as there may be, each with large ones */
#define STACK (MOST_UNDER_WAY > 200 ? MOST_UNDER_WAY * 328 : 1 << 16)
#endif
#define SLACK 4 /* entries for which a zone has room behind its cards, and in front */
#ifndef MOST_WORDS
#define MOST_WORDS (INT64_C(1) << 25) /* of all chunks of a match: 256 MB */
#endif

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

/* Words that a match has besides those of its heap. */
typedef struct Chunk {
    struct Chunk *before;
    int64_t size, left_at; /* its words; how many were in use in what was filled before it */
    V words[];
} Chunk;

/*
 * What is filled now lies from `begin` to `capacity`: the heap, or the last chunk. Places are counted
 * in words from `heap`, those of chunks too. Always: begin <= top <= capacity. Of many matches each
 * has little room for frames, and its heap, which begins at `home`, right behind them; when they
 * need more, they get room elsewhere.
 */
typedef struct {
    int64_t capacity, top, collect_at, begin, floor; /* nothing below the floor is given back */
    int64_t own, home, grown; /* the words of the heap, its place, the words of all chunks */
    int64_t inner, deep; /* the words of frames in this memory, and those that there are at K */
    V *K;
    Chunk *chunks; /* the last one first */
    uint64_t seed;
    int64_t over, capped, waits, fault, origin; /* a fault's number, counted from 1 */
    int64_t frame, frames, block, question, statement;
    int64_t bots_play, keeps_outcomes; /* how many more decisions bots make; whether chance is kept */
    int64_t keeps_choices, took; /* whether choices are kept; the number of the last one */
    int64_t keeps_events; /* whether all that happens is kept, to be named */
    int64_t base; /* how many frames belong to the match, while something is imagined */
    V taken, answer, who, options, shown, notes, outcomes, events, made, winners;
    V given; /* the outcomes of chance that come next: a pair of the first and the others, or none */
    int64_t asks; /* whether outcomes come from outside; without any, it says what is wanted */
    V wanted[5];
    V imagined; /* what is given to the function that is asked in an imagined position */
    V calls; /* of deep values, in an evaluation under way; else none */
    int64_t called; /* how many they are */
    uint64_t passes; /* through loops that contain loops, in expressions */
    V noted; /* stands for all that rules looked at since they last began to */
    V payoffs[SEATS];
    uint64_t bots[SEATS];
    int64_t players[SEATS]; /* who decides where bots play: 0: chance, else a player of the language */
    uint64_t streams[STREAMS + 1];
    jmp_buf *jump;
    uint64_t occupied[MASK_WORDS]; /* the first spaces on which a piece stands, as bits */
    V on[SPACES + 1];  /* by space: the first piece that stands there, or none */
    int64_t rooms[PLACES + 1];  /* by zone place: how many entries its tuple can take; 0: others hold it */
    int64_t fronts[PLACES + 1]; /* and how many words are free in front of it */
    V S[CELLS];
    V inner_frames[STACK];
    V heap[];
} St;

static inline int is_tuple(V value) { return value >= FIRST_TUPLE && value < -(INT64_C(1) << 60); }

/* The tuple of a reference: its number of entries, then the entries. */
static inline const V *T(const St *s, V reference)
{
    int64_t offset = reference - FIRST_TUPLE;
    /* both bases are worked out, so that there is no jump that goes now here, now there */
    uintptr_t of_constants = (uintptr_t)constants - (uintptr_t)FIRST_CONSTANT * sizeof(V);
    uintptr_t of_heap = (uintptr_t)s->heap - (uintptr_t)FIRST_WORD * sizeof(V);
    uintptr_t base = offset >= FIRST_CONSTANT ? of_constants : of_heap;
    return (const V *)(base + (uintptr_t)offset * sizeof(V));
}

static inline int is_in_heap(V value)
{
    return is_tuple(value) && value - FIRST_TUPLE < FIRST_CONSTANT;
}

/* The words at a place, and the place of words. */
static inline V *words_at(const St *s, int64_t place)
{
    return (V *)((uintptr_t)s->heap + (uintptr_t)place * sizeof(V));
}

static inline int64_t place_of_words(const St *s, const V *words)
{
    return (intptr_t)((uintptr_t)words - (uintptr_t)s->heap) / (intptr_t)sizeof(V);
}

static inline V reference_to(int64_t place) { return FIRST_TUPLE + FIRST_WORD + place; }

static inline int64_t place_of_tuple(V reference) { return reference - FIRST_TUPLE - FIRST_WORD; }

static inline V reference(const St *s, const V *tuple)
{
    return reference_to(place_of_words(s, tuple));
}

/*
 * Tuples from a place on are given back, which nothing leads to any more; those that lie in front of
 * the last chunk, or below the floor, stay until tuples are collected.
 */
static inline void give_back(St *s, int64_t top)
{
    if (__builtin_expect((uint64_t)(top - s->floor) > (uint64_t)(s->top - s->floor), 0)) return;
    close_words(words_at(s, top), words_at(s, s->top));
    s->top = top;
}

/* What is filled from a place on, of which so many words are in use. */
static inline void fill_from(St *s, int64_t begin, int64_t in_use, int64_t size)
{
    s->begin = s->floor = begin, s->top = begin + in_use, s->capacity = begin + size;
    open_words(words_at(s, begin), words_at(s, s->top));
    close_words(words_at(s, s->top), words_at(s, s->capacity));
}

/* No evaluation of a deep value is under way: what is evaluated next begins one. */
static inline void end_evaluation(St *s) { s->calls = NONE, s->floor = s->begin; }

/* ---------------------------------------------------------------- faults */

/* What may be left before its end, with what it is given by whoever runs it. */
typedef void (*Part)(St *s, void *given);

/*
 * Runs a part, and answers why it was left; 0: it came to its end. Only these two functions depend
 * on how a platform leaves several functions at once.
 */
static int why_left(St *s, Part part, void *given)
{
    jmp_buf here, *outside = s->jump;
    s->jump = &here;
    int why = setjmp(here);
    if (why == 0) part(s, given);
    s->jump = outside;
    return why;
}

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

#define BEHIND (1 - GAP) /* a word behind the last tuple, which `first` may read */

/* The words of a state with room for so many words of frames, and of a heap. */
static int64_t words_of_state(int64_t inner, int64_t heap)
{
    return (int64_t)(offsetof(St, inner_frames) / sizeof(V)) + inner + heap + BEHIND;
}

static Chunk *new_chunk(const St *s, int64_t size)
{
    if (size < 0 || size > MOST_WORDS - s->grown) return NULL;
    Chunk *chunk = malloc(sizeof *chunk + (size_t)(size + BEHIND) * sizeof(V));
    if (chunk != NULL) chunk->size = size;
    return chunk;
}

/*
 * What follows is written into its own chunk, with room for so many words at least; what was
 * filled so far stays where it is, since others may look at it. Zero: there is no such room.
 */
static __attribute__((cold, noinline)) int grow(St *s, int64_t words)
{
    int64_t size = s->own + s->grown, left = MOST_WORDS - s->grown;
    if (size > left) size = left;
    Chunk *chunk = new_chunk(s, words > size ? words : size);
    if (chunk == NULL) return 0;
    chunk->before = s->chunks, chunk->left_at = s->top - s->begin;
    s->chunks = chunk, s->grown += chunk->size;
    fill_from(s, place_of_words(s, chunk->words), 0, chunk->size);
    s->collect_at = INT64_MIN;
    return 1;
}

static inline int has_room(St *s, int64_t words)
{
    return (uint64_t)words <= (uint64_t)(s->capacity - s->top) || grow(s, words);
}

static inline V *grabbed(St *s, int64_t entries)
{
    V *tuple = words_at(s, s->top);
    open_words(tuple, tuple + entries + 1);
    s->top += entries + 1 + GAP;
    tuple[0] = entries;
    return tuple;
}

static __attribute__((cold, noinline)) V *grab_elsewhere(St *s, int64_t entries)
{
    if ((uint64_t)entries > (uint64_t)MOST_WORDS || !grow(s, entries + 1 + GAP))
        fail(s, TOO_MUCH, -1);
    return grabbed(s, entries);
}

/* A new tuple of so many entries, which the caller fills in; there is room for all of them. */
OFTEN V *grab(St *s, int64_t entries)
{
    int64_t left = s->capacity - s->top - GAP;
    if (__builtin_expect((uint64_t)entries >= (uint64_t)left || (GAP && left < 0), 0))
        return grab_elsewhere(s, entries);
    return grabbed(s, entries);
}

/* The last tuple needs no more than so many of the entries that it was grabbed for. */
static inline void shorten(St *s, V *tuple, int64_t reserved, int64_t entries)
{
    if (words_at(s, s->top) != tuple + reserved + 1 + GAP) return;
    close_words(tuple + entries + 1, tuple + reserved + 1);
    s->top -= reserved - entries;
}

/* A tuple that was grabbed for more entries than it got. */
OFTEN V shortened(St *s, V *tuple, int64_t reserved, int64_t entries)
{
    if (entries == 0) {
        if (words_at(s, s->top) == tuple + reserved + 1 + GAP) give_back(s, place_of_words(s, tuple));
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
    give_back(s, place_of_words(s, entries == 0 ? tuple : rows + entries * width));
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

#define UNDRAWN (INT64_C(1) << 59) /* numbers from here on are cards that a shuffle left undrawn */

/* ---------------------------------------------------------------- collecting */

/* Where tuples are moved to: `first` is the place that its first word will have. */
typedef struct {
    V *to;
    int64_t first, top;
} Space;

static inline V moved(St *s, V value, Space *space)
{
    if (!is_in_heap(value)) return value;
    V *from = words_at(s, place_of_tuple(value));
    if (from[0] < 0) return reference_to(space->first - from[0] - 1);
    int64_t at = space->top, words = from[0] + 1;
    memcpy(space->to + at, from, (size_t)words * sizeof(V));
    space->top = at + words;
    from[0] = -at - 1;
    return reference_to(space->first + at);
}

static inline int64_t frame_end(const St *s)
{
    return s->frames == 0 ? 0 : s->frame + FRAME_SIZES[s->K[s->frame + 1]];
}

/* A zone's own tuple, with room for more; its entries are cards, which lead to nothing. */
static inline void move_zone(St *s, int64_t place, Space *space, int64_t slack)
{
    V value = s->S[ZONES + place];
    if (!s->rooms[place]) {
        s->S[ZONES + place] = moved(s, value, space);
        return;
    }
    const V *from = T(s, value);
    memcpy(space->to + space->top, from, (size_t)(from[0] + 1) * sizeof(V));
    s->S[ZONES + place] = reference_to(space->first + space->top);
    s->rooms[place] = from[0] + slack, s->fronts[place] = 0;
    space->top += from[0] + 1 + slack;
}

static const size_t registers[] = {
    offsetof(St, taken), offsetof(St, answer), offsetof(St, options), offsetof(St, shown),
    offsetof(St, notes), offsetof(St, outcomes), offsetof(St, events), offsetof(St, made),
    offsetof(St, winners), offsetof(St, imagined), offsetof(St, given),
};

#define REGISTERS (sizeof registers / sizeof *registers)

static inline V *register_of(St *s, size_t at) { return (V *)((char *)s + registers[at]); }

/*
 * All tuples that cells, frames and registers lead to; each is moved once, and they do not overlap,
 * so that no more is written than was in use, and what zones get besides. How many words they are.
 */
static int64_t move_all(St *s, V *to, int64_t first, int64_t slack)
{
    Space space = {to, first, 0};
    int64_t end = frame_end(s);
    for (int64_t i = 0; i < PLACES; i++) move_zone(s, i, &space, slack);
    int64_t begun = space.top;
    for (int64_t i = 0; i < ZONES; i++) s->S[i] = moved(s, s->S[i], &space);
    for (int64_t i = ZONES + PLACES; i < CELLS; i++) s->S[i] = moved(s, s->S[i], &space);
    for (int64_t i = 0; i < end; i++) s->K[i] = moved(s, s->K[i], &space);
    for (size_t i = 0; i < REGISTERS; i++)
        *register_of(s, i) = moved(s, *register_of(s, i), &space);
    for (int64_t at = begun; at < space.top;) {
        int64_t entries = to[at];
        for (int64_t i = 1; i <= entries; i++) to[at + i] = moved(s, to[at + i], &space);
        at += entries + 1;
    }
    return space.top;
}

static int64_t words_in_use(const St *s)
{
    int64_t words = s->top - s->begin;
    for (const Chunk *chunk = s->chunks; chunk != NULL; chunk = chunk->before)
        words += chunk->left_at;
    return words;
}

static void free_chunks(St *s)
{
    while (s->chunks != NULL) {
        Chunk *chunk = s->chunks;
        s->chunks = chunk->before;
        free(chunk);
    }
    s->grown = 0;
}

/* Frames lie in the state's own memory again; before the first time they lie nowhere. */
static void free_frames(St *s)
{
    if (s->K != NULL && s->K != s->inner_frames) free(s->K);
    s->K = s->inner_frames, s->deep = s->inner;
}

/* Room for as many frames as there may be, outside. Zero: there is no memory. */
static int deepen(St *s, int64_t in_use)
{
    V *frames = malloc(STACK * sizeof(V));
    if (frames == NULL) return 0;
    memcpy(frames, s->K, (size_t)in_use * sizeof(V));
    free_frames(s);
    s->K = frames, s->deep = STACK;
    return 1;
}

/* Tuples are collected when twice as much is in use, or what is filled now is full. */
static void collect_later(St *s)
{
    int64_t words = 2 * (s->top - s->begin) + QUIET_HEAP, size = s->capacity - s->begin;
    s->collect_at = s->begin + (words < size ? words : size - size / 4);
}

/* Into the heap, which has room for all that is in use. Zero: there is no memory for the copy. */
static int move_home(St *s)
{
    enum { FEW = 512 };
    int64_t in_use = words_in_use(s), slack = s->own - in_use < SLACK * PLACES ? 0 : SLACK;
    int64_t most = in_use + slack * PLACES + 1;
    V few[FEW], *to = most <= FEW ? few : malloc((size_t)most * sizeof(V));
    if (to == NULL) return 0;
    int64_t words = move_all(s, to, s->home, slack);
    V *home = words_at(s, s->home);
    open_words(home, home + words);
    memcpy(home, to, (size_t)words * sizeof(V));
    if (to != few) free(to);
    free_chunks(s);
    fill_from(s, s->home, words, s->own);
    collect_later(s);
    return 1;
}

/* Into a chunk of so many words, which are enough. Zero: there is none. */
static int move_out(St *s, int64_t size)
{
    Chunk *chunk = new_chunk(s, size);
    if (chunk == NULL) return 0;
    int64_t begin = place_of_words(s, chunk->words);
    int64_t words = move_all(s, chunk->words, begin, SLACK);
    free_chunks(s);
    s->chunks = chunk, s->grown = size;
    chunk->before = NULL, chunk->left_at = 0;
    fill_from(s, begin, words, size);
    collect_later(s);
    return 1;
}

/*
 * Keep only the tuples that cells, frames and registers lead to: in the heap, or, where they would
 * fill more than half of it, in a chunk with room for more. Where there is no memory to move them
 * to, all stays where it is.
 */
static __attribute__((noinline)) void collect(St *s)
{
    int64_t in_use = words_in_use(s), zones = SLACK * PLACES;
    if (!(in_use <= s->own ? move_home(s) : move_out(s, in_use + zones))) return;
    int64_t words = s->top - s->begin, size = s->capacity - s->begin;
    if (words <= s->own / 2) {
        if (s->chunks != NULL) move_home(s);
    } else if (s->chunks == NULL || size < 2 * words || size > 8 * words) {
        move_out(s, 4 * words + zones);
    }
}

/* ---------------------------------------------------------------- copies */

/* The place of a tuple of another state in a chunk into which all stretches of that were copied. */
static V copied_reference(const St *from, V value, int64_t first)
{
    if (!is_in_heap(value)) return value;
    int64_t place = place_of_tuple(value), begin = from->begin, words = from->top - begin;
    for (const Chunk *chunk = from->chunks;; chunk = chunk->before) {
        if (place >= begin && place < begin + words) return reference_to(first + place - begin);
        if (chunk == NULL) return value; /* nothing leads there: what lies there was given back */
        first += words;
        begin = chunk->before == NULL ? from->home : place_of_words(from, chunk->before->words);
        words = chunk->left_at;
    }
}

/* All that is in use, in one chunk of the copy, whose references are changed. Zero: no memory. */
static int copy_chunks(St *to, const St *from)
{
    int64_t in_use = words_in_use(from), at = 0;
    Chunk *chunk = new_chunk(to, in_use + to->own);
    if (chunk == NULL) return 0;
    const V *words = words_at(from, from->begin);
    int64_t number = from->top - from->begin;
    for (const Chunk *of = from->chunks;; of = of->before) {
        open_words(words, words + number);
        memcpy(chunk->words + at, words, (size_t)number * sizeof(V));
        at += number;
        if (of == NULL) break;
        words = of->before == NULL ? words_at(from, from->home) : of->before->words, number = of->left_at;
    }
    to->chunks = chunk, to->grown = chunk->size;
    chunk->before = NULL, chunk->left_at = 0;
    fill_from(to, place_of_words(to, chunk->words), in_use, chunk->size);
    int64_t first = to->begin, end = frame_end(to);
    for (int64_t i = 0; i < in_use; i++)
        chunk->words[i] = copied_reference(from, chunk->words[i], first);
    for (int64_t i = 0; i < CELLS; i++) to->S[i] = copied_reference(from, to->S[i], first);
    for (int64_t i = 0; i < end; i++) to->K[i] = copied_reference(from, to->K[i], first);
    for (size_t i = 0; i < REGISTERS; i++)
        *register_of(to, i) = copied_reference(from, *register_of(to, i), first);
    return 1;
}

/* All but frames and heap; the copy keeps its own memory. */
static void copy_registers(St *to, const St *from)
{
    int64_t own = to->own, home = to->home, inner = to->inner;
    memcpy(to, from, offsetof(St, inner_frames));
    to->own = own, to->home = home, to->inner = inner;
    to->chunks = NULL, to->grown = 0, to->K = NULL;
    free_frames(to);
}

/* Zero: there is no memory, and the copy is empty. */
static int copy_state(St *to, const St *from)
{
    int64_t end = frame_end(from), in_use = from->top - from->begin;
    free_chunks(to);
    free_frames(to);
    copy_registers(to, from);
    fill_from(to, to->home, 0, to->own);
    if (end > to->deep && !deepen(to, 0)) return 0;
    memcpy(to->K, from->K, (size_t)end * sizeof(V));
    if (from->chunks != NULL || from->home != to->home) return copy_chunks(to, from);
    V *heap = words_at(to, to->home);
    open_words(words_at(from, from->begin), words_at(from, from->top));
    open_words(heap, heap + in_use);
    memcpy(heap, words_at(from, from->home), (size_t)in_use * sizeof(V));
    fill_from(to, to->home, in_use, to->own);
    return 1;
}
