/* Conditions that are watched for: whether each has held at a decision, or at the end. */

/* Notes which hold now; one that meets a fault counts as met. */
static void watch_all(St *s)
{
    jmp_buf here, *outer = s->jump;
    const int64_t mark = s->top;
    for (volatile size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
        if (s->S[watched[i]]) continue;
        s->jump = &here, end_evaluation(s);
        if (setjmp(here) == 0) {
            s->S[watched[i]] = condition(s, watched[i]) != 0;
        } else {
            s->S[watched[i]] = 1;
            s->fault = 0;
        }
    }
    s->jump = outer;
    give_back(s, mark);
}
