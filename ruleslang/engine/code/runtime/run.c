
static int run(St *s, int64_t block)
{
    for (;;) {
        if ((uint64_t)block >= sizeof blocks_of / sizeof *blocks_of) endless(s);
        block = blocks_of[block](s, block);
        if (block < 0 && block != RESUMES) return (int)block;
        if (s->top > s->collect_at) collect(s);
        if (block == RESUMES) block = s->K[s->frame];
    }
}
