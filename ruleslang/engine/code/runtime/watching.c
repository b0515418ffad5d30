/* Conditions that are watched for: whether each has held at a decision, or at the end. */

static void watch(St *s, void *place)
{
    int64_t at = *(const int64_t *)place;
    s->S[at] = condition(s, at) != 0;
}

/* Notes which hold now; one that meets a fault counts as met. */
static void watch_all(St *s)
{
    const int64_t mark = s->top;
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
        int64_t at = watched[i];
        if (s->S[at]) continue;
        end_evaluation(s);
        if (why_left(s, watch, &at)) s->S[at] = 1, s->fault = 0;
    }
    give_back(s, mark);
}
