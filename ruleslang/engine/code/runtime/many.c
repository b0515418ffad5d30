/* Many matches in lock step: all are moved, and asked, by one call. */

/* What a batch has; Python writes it (`BATCH` in `code/memory.py`). All arrays have a place for each match. */
typedef struct {
    St **states;
    int64_t *choices, *players; /* how many there are, and who decides */
    uint8_t *masks; /* what may be done, a row for each match; none before somebody asks for it */
    int32_t *kept; /* the numbers of the first actions of each match, in the order of the choices */
    const int64_t *actions; /* the table of their numbers */
    const int64_t **seen; /* by seat the table of what it sees, or none */
    const int64_t *bots; /* by seat 0: it is asked, 1: chance, else a player of the language + 1 */
    int64_t width; /* of a mask */
    int64_t columns; /* of what is seen */
    int64_t keeps_choices; /* whether each match keeps what was chosen in it */
} Batch;

enum { FIRST_LEARNER = 1001 }; /* from here on a bot is a learner: `learning.c` */

void rl_release_many(St **states, int64_t number)
{
    for (int64_t i = 0; i < number; i++) rl_release(states[i]);
}

/*
 * The first number that is below `least`, or not below its end, which is at least 0; below 0: none.
 * Every `apart` words there is an end; 0: all have the same.
 */
int64_t rl_first_outside(const int64_t *numbers, int64_t number, int64_t least,
                         const int64_t *ends, int64_t apart)
{
    for (int64_t i = 0; i < number; i++) {
        int64_t end = ends[i * apart] < 0 ? 0 : ends[i * apart];
        if (numbers[i] < least || numbers[i] >= end) return i;
    }
    return -1;
}

/* What everyone has at the end of each; zero before it, and where a fault ended it. */
void rl_payoffs_many(St **states, int64_t number, int64_t *rows)
{
    for (int64_t i = 0; i < number; i++) {
        const St *s = states[i];
        for (int64_t seat = 0; seat < SEATS; seat++)
            rows[i * SEATS + seat] = s->waits || s->fault ? 0 : s->payoffs[seat];
    }
}

/*
 * The numbers of actions are in a table: how many questions there are, where each begins; there its
 * form, how many stretches of numbers it has, where each begins, counted from there; there its first
 * number, its size, whether choices are numbered by place, how many values they have, and of each
 * the lowest, how many there are, whether it may be none.
 */
enum { BY_VALUE, BY_MEMBER, BY_PLACE_OF_MEMBER, BY_WAY };
#define INLINED static inline __attribute__((always_inline))
enum { DECLINES, IS_DONE, NO_NUMBER = -1, NO_PLACE = -1, SOME_WITHOUT = -2, KEPT = 16 };

/* The number of so many values in a stretch. */
INLINED int64_t number_in(const int64_t *stretch, const V *values, int64_t number)
{
    int64_t found = 0;
    const int64_t *of = stretch + 4;
    if (number != stretch[3]) return NO_NUMBER;
    for (int64_t i = 0; i < number; i++, of += 3) {
        int64_t most = of[1] + of[2];
        int64_t at = values[i] == NONE ? 0 : values[i] - of[0] + of[2];
        if (at < 0 || at >= most) return NO_NUMBER;
        found = found * most + at;
    }
    return stretch[0] + found;
}

/* The number of the choice at a place, where this is asked. */
INLINED int64_t action_at(const St *s, const int64_t *asked, V option, int64_t place)
{
    if (option == NONE) return DECLINES;
    int is_member = asked[0] == BY_MEMBER || asked[0] == BY_PLACE_OF_MEMBER;
    if (is_member && (option == -1 || option == -2)) return option == -1 ? IS_DONE : DECLINES;
    const V *way = asked[0] == BY_WAY ? T(s, option) : NULL;
    int64_t which = way ? way[1] : 0;
    if (which < 0 || which >= asked[1]) return NO_NUMBER;
    const int64_t *stretch = asked + asked[2 + which];
    if (stretch[2]) return place < stretch[1] ? stretch[0] + place : NO_NUMBER;
    if (way) return number_in(stretch, way + 2, way[0] - 1);
    if (asked[0] == BY_PLACE_OF_MEMBER) option = T(s, T(s, s->shown)[1])[option + 1];
    return number_in(stretch, &option, 1);
}

/*
 * The numbers of the choices of one match, of at most so many. Answers how many there are; below 0:
 * one of them has no number, or there are more.
 */
int64_t rl_numbers(const St *s, const int64_t *actions, int64_t most, int64_t *into)
{
    if (!s->waits) return 0;
    const int64_t *asked = actions + actions[1 + s->question];
    const V *options = T(s, s->options);
    if (options[0] > most) return -1;
    for (int64_t place = 0; place < options[0]; place++) {
        into[place] = action_at(s, asked, options[place + 1], place);
        if (into[place] < 0) return -1;
    }
    return options[0];
}

/*
 * A byte for each action that may be done is written to the match's row. Answers the place of one
 * action among the choices, or that it has none, or that some choice has no number.
 */
static int64_t mark_actions(const Batch *b, int64_t match, uint8_t mark, int64_t wanted)
{
    const St *s = b->states[match];
    uint8_t *row = b->masks + match * b->width;
    if (!s->waits) return NO_PLACE;
    const int64_t *asked = b->actions + b->actions[1 + s->question];
    const V *options = T(s, s->options);
    int64_t found = NO_PLACE, without = 0, number = options[0];
    for (int64_t place = 0; place < number; place++) {
        int64_t action = action_at(s, asked, options[place + 1], place);
        int has_number = (uint64_t)action < (uint64_t)b->width;
        if (place < KEPT) b->kept[match * KEPT + place] = has_number ? (int32_t)action : NO_NUMBER;
        if (has_number) row[action] = mark;
        else without = 1;
        if (has_number && action == wanted) found = place;
    }
    return without && found < 0 ? SOME_WITHOUT : found;
}

/* The same where they are no more allowed; of few choices no word of the match is fetched for it. */
static int64_t unmark_actions(const Batch *b, int64_t match, int64_t wanted)
{
    int64_t number = b->choices[match], found = NO_PLACE;
    const int32_t *kept = b->kept + match * KEPT;
    if (number > KEPT) return mark_actions(b, match, 0, wanted);
    for (int64_t place = 0; place < number; place++) {
        if (kept[place] == NO_NUMBER) continue;
        b->masks[match * b->width + kept[place]] = 0;
        if (kept[place] == wanted) found = place;
    }
    return found;
}

/* All masks, which are zero so far. Answers the first match with a choice that has no number. */
int64_t rl_mark_all(const Batch *b, int64_t first, int64_t number)
{
    int64_t without = -1;
    for (int64_t i = first; i < first + number; i++)
        if (mark_actions(b, i, 1, NO_NUMBER) == SOME_WITHOUT && without < 0) without = i;
    return without;
}

static void begin_match(const Batch *b, St *s, uint64_t seed)
{
    rl_start(s, seed);
    s->keeps_choices = b->keeps_choices;
    if (!b->bots) return;
    for (int64_t seat = 0; seat < SEATS; seat++) {
        s->bots[seat] = derive(seed, bot_streams[seat]);
        s->players[seat] = b->bots[seat] ? b->bots[seat] - 1 : 0;
    }
}

/* What a match asks now, when all bots but learners have decided. Whether all choices have numbers. */
static int ask_match(const Batch *b, int64_t match)
{
    St *s = b->states[match];
    while (b->bots && s->waits && b->bots[s->who] && b->bots[s->who] < FIRST_LEARNER) {
        int64_t index = taken_by_bot(s);
        if (index < 0) stop(s);
        else rl_choose(s, index);
    }
    b->choices[match] = rl_choices(s);
    b->players[match] = s->waits ? s->who : -1;
    return !b->masks || mark_actions(b, match, 1, NO_NUMBER) != SOME_WITHOUT;
}

/* A part of some are the matches of these seeds from now on; `which` are their numbers. */
int64_t rl_start_many(const Batch *b, int64_t first, int64_t number, const int64_t *which,
                      const uint64_t *seeds)
{
    int64_t without = -1;
    for (int64_t i = first; i < first + number; i++) {
        if (b->masks) unmark_actions(b, which[i], NO_NUMBER);
        begin_match(b, b->states[which[i]], seeds[i]);
        if (!ask_match(b, which[i]) && without < 0) without = which[i];
    }
    return without;
}

/* The first match in which an action is not allowed; below 0 it is none, and over may begin anew. */
int64_t rl_first_refused(const Batch *b, int64_t first, int64_t number, const int64_t *actions,
                         int64_t restarts)
{
    for (int64_t i = first; i < first + number; i++) {
        if (actions[i] < 0 || (restarts && b->choices[i] <= 0)) continue;
        if (actions[i] >= b->width || !b->masks[i * b->width + actions[i]]) return i;
    }
    return -1;
}

/* Some matches are copied over those of these numbers. The first for which there is no memory. */
int64_t rl_copy_many(const Batch *b, int64_t number, const int64_t *which, St **from)
{
    for (int64_t i = 0; i < number; i++) {
        if (b->masks) unmark_actions(b, which[i], NO_NUMBER);
        int64_t has_room = rl_copy(b->states[which[i]], from[i]);
        ask_match(b, which[i]);
        if (!has_room) return i;
    }
    return -1;
}
