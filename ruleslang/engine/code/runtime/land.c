/* What ends the blocks of routines. */
#define LEAVE(answer) return leave(s, answer) ? DONE : RESUMES
#define GO_ON(to) do { if (s->top > s->collect_at) collect(s); goto to; } while (0)
#define LAND do { s->K[s->frame] = block; return RESUMES; } while (0)

enum { RESUMES = -4 }; /* the frame that lies on top goes on with its own block */

/* Goes on at a block; answers one of another function that is next, or why none is. */
typedef int64_t (*Blocks)(St *s, int64_t block);
