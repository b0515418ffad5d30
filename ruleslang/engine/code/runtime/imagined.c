/*
 * What would be: something runs in a copy of the state, and is looked at there. Copies are kept to
 * be used again, by all threads; more are made when there is none.
 */

typedef void (*Runs)(St *s, const V *given);
typedef V (*Sees)(St *s, void *context);

typedef struct Spare {
    struct Spare *next;
    St *state;
} Spare;

static Spare *spare_states;
static char spares_are_taken;

static void lock_spares(void)
{
    while (__atomic_test_and_set(&spares_are_taken, __ATOMIC_ACQUIRE)) {}
}

static void unlock_spares(void) { __atomic_clear(&spares_are_taken, __ATOMIC_RELEASE); }

/* Its memory has the same parts, so that what is copied has the same places. */
static Spare *new_spare(const St *of)
{
    Spare *made = malloc(sizeof *made);
    if (made == NULL) return NULL;
    made->state = malloc((size_t)words_of_state(of->inner, of->own) * sizeof(V));
    if (made->state != NULL) {
        made->state->own = of->own, made->state->home = of->home, made->state->inner = of->inner;
        made->state->chunks = NULL, made->state->K = NULL;
        return made;
    }
    free(made);
    return NULL;
}

static int is_shaped_like(const Spare *spare, const St *s)
{
    return spare->state->own == s->own && spare->state->inner == s->inner;
}

static Spare *take_spare(St *s)
{
    lock_spares();
    Spare **at = &spare_states;
    while (*at != NULL && !is_shaped_like(*at, s)) at = &(*at)->next;
    Spare *found = *at;
    if (found != NULL) *at = found->next;
    unlock_spares();
    if (found == NULL) found = new_spare(s);
    if (found == NULL) fail(s, TOO_MUCH, -1);
    return found;
}

static void give_spare(Spare *spare)
{
    free_chunks(spare->state);
    free_frames(spare->state);
    lock_spares();
    spare->next = spare_states;
    spare_states = spare;
    unlock_spares();
}

/* A copy in which nothing waits and nobody is asked in secret. */
static Spare *imagine(St *s)
{
    Spare *spare = take_spare(s);
    St *t = spare->state;
    if (!copy_state(t, s)) {
        give_spare(spare);
        fail(s, TOO_MUCH, -1);
    }
    t->base = t->frames;
    t->bots_play = 0;
    end_evaluation(t);
    for (size_t i = 0; i < sizeof quieted / sizeof *quieted; i++)
        t->S[quieted[i].cell] = quieted[i].value;
    return spare;
}

/* A value of a state, in a copy that was just made of it, where it may lie at another place. */
static V in_copy(const St *copy, const St *from, V value)
{
    return from->chunks == NULL ? value : copied_reference(from, value, copy->begin);
}

/* What is left behind of an imagined position: the counts of steps and of the record. */
static void forget_imagined(St *s, Spare *spare)
{
    static const int64_t counters[] = {STEPS, STEPS_IN_ALL, NOTED};
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        s->S[counters[i]] = spare->state->S[counters[i]];
    give_spare(spare);
}

/* A fault in an imagined position is one of the match, and so is a card that is wanted there. */
static _Noreturn void fail_as(St *s, Spare *spare)
{
    if (spare->state->wanted[0] == DRAWN + 1)
        memcpy(s->wanted, spare->state->wanted, sizeof s->wanted);
    s->fault = spare->state->fault, s->origin = spare->state->origin;
    forget_imagined(s, spare);
    leave_by(s, FAULT);
}

/* The words of a tuple with all that it leads to, and such a tuple in another state. */
static int64_t words_in(const St *s, V value)
{
    if (!is_in_heap(value)) return 0;
    const V *p = T(s, value);
    int64_t found = p[0] + 1 + GAP;
    for (int64_t i = 1; i <= p[0]; i++) found += words_in(s, p[i]);
    return found;
}

static V carried(St *s, const St *from, V value)
{
    if (!is_in_heap(value)) return value;
    const V *p = T(from, value);
    V *made = grab(s, p[0]);
    for (int64_t i = 1; i <= p[0]; i++) made[i] = carried(s, from, p[i]);
    return reference(s, made);
}

/* What runs and is asked in an imagined position, and whether somebody has won there. */
typedef struct {
    Runs runs;
    const V *given;
    Sees sees;
    void *context;
    int has_won;
    V answer;
} Trial;

static void run_imagined(St *t, void *given)
{
    const Trial *trial = given;
    trial->runs(t, trial->given);
}

static void drop_imagined(St *t, void *given)
{
    drop(t, t->base);
    if (((const Trial *)given)->has_won) t->S[WINNERS] = sorted(t, t->winners);
}

static void see_imagined(St *t, void *given)
{
    Trial *trial = given;
    trial->answer = trial->sees(t, trial->context);
}

/*
 * Runs something in an imagined position to its end, and asks there. What leaves what runs has ended
 * there, too.
 */
static V tried(St *s, Spare *spare, Runs runs, const V *given, Sees sees, void *context)
{
    St *t = spare->state;
    Trial trial = {.runs = runs, .given = given, .sees = sees, .context = context};
    int why = why_left(t, run_imagined, &trial);
    while (why != 0 && why != FAULT) {
        if (why == WON) trial.has_won = 1;
        why = why_left(t, drop_imagined, &trial);
    }
    if (why == FAULT || why_left(t, see_imagined, &trial)) fail_as(s, spare);
    return trial.answer;
}

/* A function's answer in the position that something leads to. */
static __attribute__((unused)) V would_be(St *s, Runs runs, V *given, int64_t arguments, Sees sees,
                                          V *asked, int64_t number)
{
    Spare *spare = imagine(s);
    St *t = spare->state;
    for (int64_t i = 0; i < arguments; i++) given[i] = in_copy(t, s, given[i]);
    for (int64_t i = 0; i < number; i++) asked[i] = in_copy(t, s, asked[i]);
    if (!has_room(t, number + 1 + 2 * GAP)) {
        give_spare(spare);
        fail(s, TOO_MUCH, -1);
    }
    V *kept = grab(t, number);
    memcpy(kept + 1, asked, (size_t)number * sizeof(V));
    t->imagined = reference(t, kept);
    V answer = tried(s, spare, runs, given, sees, NULL);
    if (!has_room(s, words_in(t, answer) + 1 + GAP)) {
        forget_imagined(s, spare);
        fail(s, TOO_MUCH, -1);
    }
    answer = carried(s, t, answer);
    forget_imagined(s, spare);
    return answer;
}

/* A routine that waits has begun in an imagined position, where nobody is asked. */
static int run(St *s, int64_t block);

static __attribute__((unused)) void run_to_its_end(St *s, int64_t block)
{
    if (run(s, block) == WAITS) fail(s, ASKED_NOBODY, -1);
}
