/* Playing: what is called from outside. */

/* All is left at once: no card is being played, and the first of turns inside of turns is over. */
static void leave_all(St *s)
{
#if COUNTS_AS
    while (s->S[PLAYED_AS] != EMPTY) end_counting(s);
#endif
    if (s->S[TURNS] > 1) s->S[ACTIVE] = s->S[OUTER_TURN];
}

static void stop(St *s)
{
    s->over = 1, s->waits = 0;
    secrets_left(s, 0);
}

static void finish(St *s, V winners)
{
    s->over = 1, s->waits = 0;
    s->S[WINNERS] = sorted(s, winners);
    take_payoffs(s);
}

enum { BEGINS = -3 }; /* in place of a block: a match in its opening position begins */

static int64_t first_block(St *s)
{
    roll_opening(s);
    enter(s, ENTRY_ROUTINE, ENTRY_BLOCK, 0);
    return ENTRY_BLOCK;
}

static void play_on(St *s, void *given)
{
    int64_t block = *(const int64_t *)given;
    if (s->keeps_choices && block != BEGINS) s->made = linked(s, s->made, s->took);
    if (block != BEGINS) happened(s, s->S[SECRET] == NONE ? DECIDED : DECIDED_IN_SECRET, -1, -1, NONE);
    if (s->S[NOTED] > MOST_NOTED) fail(s, TOO_MUCH, -1);
    look(s);
    if (block == BEGINS) block = first_block(s);
    if (run(s, block) == DONE) s->over = 2; /* a procedure that ran alone */
}

static void end_match(St *s, void *why)
{
    switch (*(const int *)why) {
    case WON:
        drop(s, 0);
        finish(s, s->winners);
        break;
    case CAPPED:
        s->capped = 1;
        leave_all(s);
        secrets_left(s, 0);
        finish(s, winners_of_capped(s));
        break;
    case FAULT:
        leave_all(s); /* fall through */
    default:
        stop(s);
    }
}

/*
 * Goes on at a block up to the next decision, or the end. All that may be a fault happens in here,
 * and a fault that ends a match may meet another one, where its heap is full: that only stops it.
 */
static void go_on(St *s, int64_t block)
{
    end_evaluation(s);
    for (int why = why_left(s, play_on, &block), then; why != 0; why = then == FAULT ? LEFT : then)
        then = why_left(s, end_match, &why);
}

/* What a state has taken besides its memory is given back; it is as good as cleared. */
void rl_release(St *s)
{
    free_chunks(s);
    free_frames(s);
}

/*
 * A state without anything in it, with room for so many words of frames, and of a heap; before the
 * first time it is zero.
 */
void rl_clear(St *s, int64_t inner, int64_t words)
{
    rl_release(s);
    memset(s, 0, offsetof(St, S));
    s->own = words, s->inner = inner, s->home = inner - STACK;
    free_frames(s);
    fill_from(s, s->home, 0, words);
    collect_later(s);
    s->taken = s->answer = s->who = s->notes = s->outcomes = NONE;
    s->events = s->made = s->imagined = s->given = NONE;
    s->options = s->shown = s->winners = EMPTY;
}

/* Where frames lie, with room for so many words of them. Zero: there is none. */
int64_t rl_frames(St *s, int64_t words)
{
    if (words > STACK || (words > s->deep && !deepen(s, frame_end(s)))) return 0;
    return (int64_t)(uintptr_t)s->K;
}

/* Room for so many words more, which are written from outside. Zero: there is no memory. */
int64_t rl_room(St *s, int64_t words) { return has_room(s, words); }

/* The opening position of the match of a seed. */
static void open_match(St *s, uint64_t seed)
{
    int64_t keeps = s->keeps_outcomes, bots_play = s->bots_play;
    rl_clear(s, s->inner, s->own);
    s->seed = seed, s->keeps_outcomes = keeps, s->bots_play = bots_play;
    memcpy(s->S, opening, sizeof opening);
    look_at_spaces(s);
}

static void roll_all(St *s, void *given)
{
    (void)given;
    roll_opening(s);
}

/* The opening position, in which dice are rolled. */
void rl_open(St *s, uint64_t seed)
{
    open_match(s, seed);
    end_evaluation(s);
    if (why_left(s, roll_all, NULL)) stop(s);
}

/* The cells were written from outside. */
void rl_look(St *s)
{
    memset(s->rooms, 0, sizeof s->rooms);
    look_at_spaces(s);
}

/*
 * Who is asked, in the high half, and how many choices there are; 0: nobody is, below 0: an exception
 * has stopped the match.
 */
static int64_t is_asked(const St *s)
{
    if (stops.type != NULL) return -1;
    return s->waits ? s->who << 32 | T(s, s->options)[0] : 0;
}

/* Writes a card in all places of a zone's tuple where it is undrawn. */
static void draw_in(St *s, V *words, int64_t number, V undrawn, V card)
{
    (void)s;
    open_words(words, words + number);
    for (int64_t i = 0; i < number; i++)
        if (words[i] == undrawn) words[i] = card;
}

/* An undrawn card, which nothing but tuples of zones has, is drawn, wherever these are kept. */
void rl_draw(St *s, V undrawn, V card)
{
    draw_in(s, words_at(s, s->begin), s->top - s->begin, undrawn, card);
    for (const Chunk *of = s->chunks; of != NULL; of = of->before) {
        V *words = of->before == NULL ? words_at(s, s->home) : of->before->words;
        draw_in(s, words, of->left_at, undrawn, card);
    }
}

/* Goes on at a block of the frame that lies on top; answers who is asked then. */
int64_t rl_go_on(St *s, int64_t block)
{
    s->over = 0;
    go_on(s, block);
    return is_asked(s);
}

/* Makes a choice of the pending decision; a number that none has changes nothing. */
void rl_choose(St *s, int64_t index)
{
    const V *p = T(s, s->options);
    if (!s->waits || (uint64_t)index >= (uint64_t)p[0]) return;
    s->S[ASKED]++;
    s->S[NOTED] += p[0];
    s->waits = 0;
    s->taken = p[index + 1], s->took = index;
    s->options = s->shown = EMPTY;
    if (s->top > s->collect_at) collect(s);
    go_on(s, s->block);
}

/* How many choices there are; 0: the match is over, below 0: it was stopped by a fault. */
int64_t rl_choices(const St *s) { return s->waits ? T(s, s->options)[0] : -s->fault; }

typedef struct {
    int64_t routine;
    V *words;
} Call;

static void call(St *s, void *given)
{
    const Call *what = given;
    what->words[0] = answer_of_routine(s, what->routine, what->words + 1);
}

#if CHOOSERS
/* The options of the pending decision that a player of the rulebook prefers. */
static void call_player(St *s, void *given)
{
    const Call *what = given;
    s->S[EYES] = s->who;
    what->words[0] = preferred(s, what->routine, s->question, s->who, s->options, s->shown);
}
#endif

/*
 * The answer of a routine, in place of the first word, before those that it is given; below 0: of a
 * player. Another answer than 0 is the number of its fault, and its place is in the first word.
 */
int64_t rl_call(St *s, int64_t routine, V *words)
{
    int64_t fault = s->fault, origin = s->origin;
    uint64_t passes = s->passes;
    Call what = {routine < 0 ? -routine : routine, words};
    end_evaluation(s);
#if CHOOSERS
    int why = why_left(s, routine < 0 ? call_player : call, &what);
    s->S[EYES] = 0;
#else
    int why = why_left(s, call, &what);
#endif
    int64_t met = why == 0 ? 0 : why == FAULT ? s->fault : TOO_MUCH;
    if (why != 0) words[0] = s->origin;
    s->fault = fault, s->origin = origin, s->passes = passes;
    return met;
}

/* Makes a choice; answers who is asked then. */
int64_t rl_pick(St *s, int index)
{
    rl_choose(s, index);
    return is_asked(s);
}

/* Zero: there is no memory. */
int64_t rl_copy(St *to, const St *from) { return copy_state(to, from); }

int64_t rl_words(int64_t inner, int64_t heap) { return words_of_state(inner, heap); }

/* The places of registers in a state, in words, in the order in which Python names them. */
void rl_places(int64_t *to)
{
#define PLACE(name) *to++ = (int64_t)(offsetof(St, name) / sizeof(V));
    PLACE(capacity) PLACE(top) PLACE(chunks) PLACE(seed) PLACE(over) PLACE(capped) PLACE(waits)
    PLACE(fault) PLACE(origin) PLACE(frame) PLACE(frames) PLACE(block) PLACE(question)
    PLACE(statement) PLACE(bots_play) PLACE(keeps_outcomes) PLACE(answer) PLACE(who) PLACE(options)
    PLACE(shown) PLACE(notes) PLACE(outcomes) PLACE(events) PLACE(keeps_choices) PLACE(made)
    PLACE(given) PLACE(asks) PLACE(wanted) PLACE(deep) PLACE(payoffs) PLACE(bots) PLACE(streams) PLACE(S) PLACE(inner_frames) PLACE(heap)
}

/* What became of a whole game; `winners` are seats, as bits. */
typedef struct {
    int64_t decisions, fault, origin, capped;
    uint64_t winners, link; /* in the chain of all games: see `analysis/simulation_report.py` */
    int64_t payoffs[SEATS];
    int64_t measured[MEASURES + 1][4]; /* how many values, their sum, the lowest, the highest */
    int64_t played[TITLES_PLAYED + 1]; /* how often each definition was played */
} Result;

int64_t rl_result_words(void) { return (int64_t)(sizeof(Result) / sizeof(int64_t)); }

static void measure(St *s, void *result) { measure_all(s, ((Result *)result)->measured); }

/* The measures, and how often definitions were played; a measure may meet a fault. */
static void take_measures(St *s, Result *result)
{
    memset(result->measured, 0, sizeof result->measured);
    for (int64_t i = 0; i < TITLES_PLAYED; i++) result->played[i] = s->S[PLAYED_BASE + i];
    end_evaluation(s);
    if (!s->fault) why_left(s, measure, result);
}

static uint64_t link_of(const Result *result)
{
    uint64_t link = derive(0, (uint64_t)result->decisions);
    link = derive(derive(link, (uint64_t)result->capped), result->winners);
    for (int64_t i = 0; i < SEATS; i++) link = derive(link, (uint64_t)result->payoffs[i]);
    return link;
}

static void take_result(St *s, Result *result)
{
    take_measures(s, result);
    const V *winners = T(s, s->S[WINNERS]);
    result->decisions = s->S[ASKED];
    result->fault = s->fault, result->origin = s->origin, result->capped = s->capped;
    result->winners = 0;
    for (int64_t i = 1; i <= winners[0]; i++) result->winners |= UINT64_C(1) << winners[i];
    memcpy(result->payoffs, s->payoffs, sizeof result->payoffs);
    result->link = link_of(result);
}

/* These players decide at their seats from here on, 0 being chance, in so many decisions. */
static void let_play(St *s, uint64_t seed, const int64_t *players, int64_t decisions)
{
    s->bots_play = decisions, s->keeps_outcomes = 0;
    for (int64_t seat = 0; seat < SEATS; seat++)
        s->bots[seat] = derive(seed, bot_streams[seat]), s->players[seat] = players[seat];
}

/* Whole games of some seeds, one after the other, in which these players decide at their seats. */
void rl_play(St *s, const uint64_t *seeds, const int64_t *players, int64_t games,
             Result *results)
{
    for (int64_t game = 0; game < games && !is_stopping(); game++) {
        open_match(s, seeds[game]);
        let_play(s, seeds[game], players, INT64_MAX);
        go_on(s, BEGINS);
        take_result(s, results + game);
    }
}

static void stop_without_memory(St *s)
{
    rl_clear(s, s->inner, s->own);
    s->fault = TOO_MUCH, s->origin = -1;
    stop(s);
}

/* The same from where another match stands, whose last frame has run nothing yet. */
void rl_play_from(St *s, const St *from, const uint64_t *seeds, const int64_t *players,
                  int64_t games, Result *results)
{
    for (int64_t game = 0; game < games && !is_stopping(); game++) {
        if (!rl_copy(s, from)) {
            stop_without_memory(s);
        } else {
            s->seed = seeds[game];
            let_play(s, seeds[game], players, INT64_MAX);
            rl_go_on(s, s->K[s->frame]);
        }
        take_result(s, results + game);
    }
}

/* The seeds of some games of a batch, whose numbers follow each other. */
void rl_seeds(uint64_t batch, uint64_t first, int64_t games, uint64_t *seeds)
{
    for (int64_t game = 0; game < games; game++) seeds[game] = derive(batch, first + (uint64_t)game);
}

/* The lowest and the highest number of each word of some results. */
void rl_bounds(const int64_t *results, int64_t games, int64_t *lowest, int64_t *highest)
{
    int64_t width = rl_result_words();
    for (int64_t word = 0; word < width; word++) lowest[word] = highest[word] = results[word];
    for (int64_t game = 1; game < games; game++) {
        for (int64_t word = 0; word < width; word++) {
            int64_t number = results[game * width + word];
            if (number < lowest[word]) lowest[word] = number;
            if (number > highest[word]) highest[word] = number;
        }
    }
}

/* How often each number from the lowest on stands in a word of some results. */
void rl_tally(const int64_t *results, int64_t games, int64_t word, int64_t lowest, int64_t *times)
{
    int64_t width = rl_result_words();
    for (int64_t game = 0; game < games; game++) times[results[game * width + word] - lowest]++;
}

static void take_by_player(St *s, void *index)
{
    int64_t player = s->players[s->who];
    *(int64_t *)index = taken_by(s, player, s->question, s->who, s->options, s->shown);
}

/* The choice that is taken at a pending decision where bots play; below 0: that was a fault. */
static int64_t taken_by_bot(St *s)
{
    int64_t index = -1;
    if (!CHOOSERS || !s->players[s->who])
        return below(&s->bots[s->who], (uint32_t)T(s, s->options)[0]);
    end_evaluation(s);
    why_left(s, take_by_player, &index);
    return index;
}

/*
 * To the end, or until so many decisions are made: these players decide at their seats from here
 * on, 0 being chance.
 */
void rl_finish(St *s, uint64_t seed, const int64_t *players, int64_t decisions)
{
    let_play(s, seed, players, decisions - 1);
    if (!s->waits) return;
    int64_t index = taken_by_bot(s);
    if (index < 0) stop(s);
    else rl_choose(s, index);
}

static int64_t started(St *s, uint64_t seed, int64_t keeps_events)
{
    rl_clear(s, s->inner, s->own);
    s->keeps_outcomes = 1;
    open_match(s, seed);
    s->keeps_events = keeps_events;
    go_on(s, BEGINS);
    return is_asked(s);
}

/* The first decision of the match of a seed, in memory that had another; answers who is asked. */
int64_t rl_start(St *s, uint64_t seed) { return started(s, seed, 0); }

/* The same, keeping the events from the opening on. */
int64_t rl_start_with_events(St *s, uint64_t seed) { return started(s, seed, 1); }
