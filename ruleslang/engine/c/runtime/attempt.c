{
    jmp_buf here, *outside = s->jump;
    V answer;
    int is_outermost = s->calls == NONE;
    s->jump = &here;
    int why = setjmp(here);
    if (why == 0) {
        answer = FUNCTION(s, GIVEN);
    } else {
        s->jump = outside;
        if (why != FAULT || s->fault == INTERRUPTED || (slug != 0 && s->fault != slug)) leave_by(s, why);
        s->fault = 0;
        if (is_outermost) end_evaluation(s);
        answer = otherwise;
    }
    s->jump = outside;
    return answer;
}
