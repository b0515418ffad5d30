/*
 * Calls a function where a fault, or any if it is 0, has another meaning. `values` are what is then
 * answered, and what the function is given; `calls` puts its answer in place of the first.
 */
static V attempted(St *s, Part calls, V *values, int64_t slug)
{
    int is_outermost = s->calls == NONE, why = why_left(s, calls, values);
    if (why == 0) return values[0];
    if (why != FAULT || s->fault == INTERRUPTED || (slug != 0 && s->fault != slug)) leave_by(s, why);
    s->fault = 0;
    if (is_outermost) end_evaluation(s);
    return values[0];
}
