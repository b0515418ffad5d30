/*
 * Values. A value `V` is a number, NONE, ABSENT, or a reference to a tuple. A tuple is a number of
 * entries and the entries; it never changes. Tuples lie in the heap of their state, in chunks that
 * the state has taken besides, or in the constants of the game. References are offsets from the heap
 * or from the constants, so that a state without chunks can be copied as bytes.
 */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int64_t V;

#define NONE (-(INT64_C(1) << 62))
#define ABSENT (NONE + 1)
#define UNKNOWN (NONE + 3) /* in tables of answers: the function is called */
#define END (NONE + 2) /* what a search stores that found nothing */
#define FIRST_TUPLE (NONE + 16)
#define FIRST_WORD (INT64_C(1) << 59) /* of the heap; a chunk lies anywhere in front of it or behind */
#define FIRST_CONSTANT (INT64_C(1) << 60) /* offsets from here on are those of constants */
#define CONSTANT(offset) (FIRST_TUPLE + FIRST_CONSTANT + (offset))
#define EMPTY CONSTANT(0)
