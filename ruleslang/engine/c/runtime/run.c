#define LEAVE(answer) do { if (leave(s, answer)) return DONE; goto again; } while (0)
#define GO_ON(to) do { if (s->top > s->collect_at) collect(s); goto to; } while (0)
#define LAND do { s->K[s->frame] = block; goto again; } while (0)

static int run(St *s, int64_t block)
{
    V *F = s->K + s->frame;
    goto dispatch;
again:
    if (s->top > s->collect_at) collect(s);
    F = s->K + s->frame;
    block = F[0];
dispatch:
    switch (block) {
