/* What the blocks of waiting routines call: frames, and what is counted and asked. */

static _Noreturn __attribute__((cold, noinline)) void endless(St *s) { fail(s, ENDLESS, -1); }

/*
 * What goes on in this thread is to stop: a signal has raised an exception in Python, or somebody has
 * set the flag that the thread watches. Whoever plays many matches asks before each.
 */
typedef void Raised;
static struct {
    int (*hold)(void), (*handle_signals)(void);
    void (*let_go)(int), (*fetch)(Raised **, Raised **, Raised **), (*raise)(Raised *, Raised *, Raised *);
} python;
static __thread struct {
    Raised *type, *value, *trace;
    const volatile int64_t *flag;
    time_t looked_at;
} stops;

void rl_python(const void *given) { python = *(const __typeof__(python) *)given; }

void rl_watch(const int64_t *flag) { stops.flag = flag; }

/* To be called with the GIL: the exception that has stopped this thread is raised. */
int64_t rl_raise(void)
{
    Raised *type = stops.type;
    if (type == NULL) return 0;
    stops.type = NULL;
    python.raise(type, stops.value, stops.trace);
    return 1;
}

static int is_stopping(void) { return stops.type != NULL || (stops.flag != NULL && *stops.flag); }

/* Once a second signals are handled, as far as this is the thread in which Python does that. */
static __attribute__((cold, noinline)) void handle_signals(time_t now)
{
    int is_first = stops.looked_at == 0;
    stops.looked_at = now;
    if (is_first || python.hold == NULL || stops.type != NULL) return;
    int held = python.hold();
    if (python.handle_signals()) python.fetch(&stops.type, &stops.value, &stops.trace);
    python.let_go(held);
}

static __attribute__((noinline)) void look(St *s)
{
    time_t now = time(NULL);
    if (now != stops.looked_at) handle_signals(now);
    if (is_stopping()) fail(s, INTERRUPTED, -1);
}

/*
 * A function that may come to call itself without a frame, as a play that asks what may be played:
 * far below the highest place of the stack at which one was met, it is without end.
 */
#define MOST_STACK (1 << 20)
static __thread uintptr_t highest, deep_calls;

static __attribute__((unused)) void deeper(St *s, void *frame)
{
    uintptr_t here = (uintptr_t)frame;
    if (here > highest) highest = here;
    if (!(++deep_calls & 1023)) look(s);
    if (highest - here > MOST_STACK) endless(s);
}

static inline void step(St *s)
{
    if (__builtin_expect(++s->S[STEPS] > MOST_STEPS, 0)) endless(s);
    if (__builtin_expect(!(s->S[STEPS] & 15), 0)) look(s);
}

/* A pass through a loop of an expression that contains loops or calls, where no step is counted. */
static inline void pass(St *s)
{
    if (__builtin_expect(!(++s->passes & 1023), 0)) look(s);
}

static inline void count(St *s)
{
    if (s->S[COUNTED] >= MOST_DECISIONS) leave_by(s, CAPPED);
    s->S[COUNTED]++;
    s->S[STEPS_IN_ALL] += s->S[STEPS];
    s->S[STEPS] = 0;
    if (s->S[STEPS_IN_ALL] > MOST_STEPS_IN_MATCH) endless(s);
}

static inline int64_t routine_of(const St *s, int64_t frame) { return s->K[frame + 1]; }

static __attribute__((cold, noinline)) void test_depth(St *s)
{
    int64_t runs = 0;
    for (int64_t at = s->frame; at != 0; at = s->K[at - 1]) runs += is_run[routine_of(s, at)];
    if (runs > MOST_UNDER_WAY) endless(s);
}

/* Room for so many words of frames in all. */
static __attribute__((cold, noinline)) void make_deep(St *s, int64_t words)
{
    if (words > STACK) endless(s);
    if (!deepen(s, frame_end(s))) fail(s, TOO_MUCH, -1);
}

/* A routine begins; the caller fills in what it was given. Frames may lie elsewhere then. */
OFTEN V *enter(St *s, int64_t routine, int64_t entry_block, int64_t given)
{
    int64_t end = frame_end(s), size = FRAME_SIZES[routine];
    if (__builtin_expect(end + 1 + size > s->deep, 0)) make_deep(s, end + 1 + size);
    V *frame = s->K + end + 1;
    frame[-1] = s->frames == 0 ? 0 : s->frame;
    frame[0] = entry_block;
    frame[1] = routine;
    for (int64_t i = 2 + given; i < size; i++) frame[i] = NONE;
    s->frame = end + 1;
    if (__builtin_expect(++s->frames > MOST_UNDER_WAY, 0)) test_depth(s);
    return frame;
}

/* The routine is over; whether nothing is under way any more, or nothing that is imagined. */
OFTEN int leave(St *s, V answer)
{
    s->taken = answer;
    s->frame = s->K[s->frame - 1];
    if (--s->frames != s->base) return 0;
    s->answer = answer;
    return 1;
}

/* The innermost frame of a routine. */
static __attribute__((unused)) V *frame_below(St *s, int64_t routine)
{
    int64_t at = s->frame;
    while (routine_of(s, at) != routine) at = s->K[at - 1];
    return s->K + at;
}

#if CHOOSERS
static V preferred(St *s, int64_t player, int64_t question, V who, V options, V shown);

/* The place of the option that a player of the language takes. */
static int64_t taken_by(St *s, int64_t player, int64_t question, V who, V options, V shown)
{
    int64_t mark = s->top, number = T(s, options)[0];
    s->S[EYES] = who;
    V left = preferred(s, player, question, who, options, shown);
    s->S[EYES] = 0;
    if (left != NONE) number = T(s, left)[0];
    int64_t at = takes_the_first[player] ? 0 : below(&s->bots[who], (uint32_t)number);
    if (left != NONE) at = T(s, left)[at + 1];
    give_back(s, mark);
    return at;
}
#else
#define taken_by(s, player, question, who, options, shown) 0
#endif

/* A player is asked one of several things; whether it goes on at once. */
OFTEN int asked(St *s, int64_t question, V who, V options, V shown, int64_t then)
{
    const V *p = T(s, options);
    if (p[0] == 1) {
        s->taken = p[1];
        return 1;
    }
    if (AUTOMATIC && is_automatic[who]) fail(s, ASKED_AUTOMATIC, -1);
    WATCH(s);
    p = T(s, options);
    if (s->bots_play) {
        int64_t player = CHOOSERS ? s->players[who] : 0;
        int64_t index = player ? taken_by(s, player, question, who, options, shown)
                               : below(&s->bots[who], (uint32_t)p[0]);
        p = T(s, options);
        s->S[ASKED]++, s->bots_play--;
        note(s, p[0]);
        s->taken = p[index + 1];
        return 1;
    }
    s->K[s->frame] = then;
    s->waits = 1;
    s->question = question, s->who = who, s->options = options, s->shown = shown, s->block = then;
    return 0;
}

OFTEN int ask(St *s, int64_t question, V who, V options, V shown, int64_t then)
{
    count(s);
    return asked(s, question, who, options, shown, then);
}

/* The same with one option more behind the others: a tuple of one. */
OFTEN int ask_or(St *s, int64_t question, V who, V options, V last, V shown, int64_t then)
{
    count(s);
    const V *p = T(s, options);
    if (!s->bots_play || p[0] == 0 || (CHOOSERS && s->players[who]) || AUTOMATIC)
        return asked(s, question, who, joined(s, options, last), shown, then);
    WATCH(s);
    p = T(s, options);
    int64_t number = p[0] + 1, index = below(&s->bots[who], (uint32_t)number) + 1;
    s->S[ASKED]++, s->bots_play--;
    note(s, number);
    s->taken = index == number ? T(s, last)[1] : p[index];
    return 1;
}

/* All frames from a depth on are dropped, the innermost first. */
static void drop(St *s, int64_t depth)
{
    while (s->frames > depth) {
        clean_up(s, s->K + s->frame, routine_of(s, s->frame));
        s->frame = s->K[s->frame - 1];
        s->frames--;
    }
    secrets_left(s, depth - 1);
}

static int is_under_way(const St *s, int64_t frame)
{
    int64_t stage = stages[routine_of(s, frame)];
    return stage < 0 || s->K[frame + stage] == NONE || s->K[frame + stage] < STAGE_AFTER;
}

/* A run is known by its depth, which is that of its frame, counted from 0. */
static int64_t frame_of_run(const St *s, V run)
{
    int64_t at = s->frame;
    for (int64_t depth = s->frames - 1; depth > run; depth--) at = s->K[at - 1];
    return at;
}

/* The innermost run of an event that is under way, or none. */
static V run_under_way(const St *s, int64_t event)
{
    V run = s->frames - 1;
    for (int64_t at = s->frame; run >= 0; at = s->K[at - 1], run--)
        if (events[routine_of(s, at)] == event && is_under_way(s, at)) return run;
    return NONE;
}

static inline V run_here(const St *s) { return s->frames - 1; }

/* All that is above a run is left; the block at which it lands. */
static int64_t land(St *s, V run)
{
    if (run < s->base) leave_by(s, LEFT);
    drop(s, run + 1);
    return landings[routine_of(s, s->frame)];
}

/* The innermost run of an event is left; the block that goes on. */
static __attribute__((unused)) int64_t end_run(St *s, int64_t event, int may_lack, int64_t origin,
                                               int64_t then)
{
    V run = run_under_way(s, event);
    if (run != NONE) return land(s, run);
    if (!may_lack) fail(s, NOT_UNDER_WAY, origin);
    return then;
}

/* A run is left, and the hooks after it do not happen; the block that goes on. */
static __attribute__((unused)) int64_t cancel_run(St *s, V run, int64_t origin)
{
    int64_t at = frame_of_run(s, run), stage = stages[routine_of(s, at)];
    if (!is_under_way(s, at)) fail(s, NOT_UNDER_WAY, origin);
    int64_t block = land(s, run);
    if (stage >= 0 && s->K[at + stage] == STAGE_BODY) s->K[at + stage] = STAGE_BODY - 1;
    return block;
}

/* The frame in which the text of a run runs, if it has one of its own. */
static int64_t frame_of_text(const St *s, V run)
{
    int64_t outer = routine_of(s, frame_of_run(s, run)), found = 0, at = s->frame;
    if (originals[outer] < 0) return 0;
    for (V depth = s->frames - 1; depth > run; depth--, at = s->K[at - 1]) {
        if (routine_of(s, at) == outer) found = 0;
        if (routine_of(s, at) == originals[outer]) found = at;
    }
    return found;
}

/* What a run has in a local; `places` are those of the local in frames, by routines. */
static __attribute__((unused)) V place_of_run(const St *s, V run, const int64_t *places)
{
    int64_t text = frame_of_text(s, run), outer = frame_of_run(s, run);
    if (text != 0 && places[routine_of(s, text)] >= 0)
        return s->K[text + places[routine_of(s, text)]];
    return places[routine_of(s, outer)] < 0 ? NONE : s->K[outer + places[routine_of(s, outer)]];
}

static __attribute__((unused)) void change_place(St *s, const int64_t *places, int64_t origin,
                                                 V run, V value)
{
    int64_t frames[] = {frame_of_text(s, run), frame_of_run(s, run)}, has_any = 0;
    for (int i = 0; i < 2; i++) {
        int64_t place = frames[i] == 0 ? -1 : places[routine_of(s, frames[i])];
        if (place < 0) continue;
        s->K[frames[i] + place] = value;
        has_any = 1;
    }
    if (!has_any) fail(s, NOT_UNDER_WAY, origin);
}

/*
 * Calls a function where a fault, or any if it is 0, has another meaning. `values` are what is then
 * answered, and what the function is given; `calls` puts its answer in place of the first.
 */
static __attribute__((unused)) V attempted(St *s, Part calls, V *values, int64_t slug)
{
    int is_outermost = s->calls == NONE, why = why_left(s, calls, values);
    if (why == 0) return values[0];
    if (why != FAULT || s->fault == INTERRUPTED || (slug != 0 && s->fault != slug)) leave_by(s, why);
    s->fault = 0;
    if (is_outermost) end_evaluation(s);
    return values[0];
}
