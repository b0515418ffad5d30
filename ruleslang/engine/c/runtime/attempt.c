{
    jmp_buf here, *outside = s->jump;
    V answer;
    s->jump = &here;
    int why = setjmp(here);
    if (why == 0) {
        answer = FUNCTION(s, GIVEN);
    } else {
        s->jump = outside;
        if (why != FAULT || (slug != 0 && s->fault != slug)) leave_by(s, why);
        s->fault = 0;
        answer = otherwise;
    }
    s->jump = outside;
    return answer;
}
