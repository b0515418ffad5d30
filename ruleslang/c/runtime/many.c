/* Many matches in lock step: all are moved, and asked, by one call. */

static void take_asked(const St *s, int64_t *choices, int64_t *player)
{
    *choices = rl_choices(s);
    *player = s->waits ? s->who : -1;
}

/* Each makes a choice, unless it is below 0. */
void rl_step_many(St **states, int64_t number, const int64_t *picks, int64_t *choices,
                  int64_t *players)
{
    for (int64_t i = 0; i < number; i++) {
        rl_choose(states[i], picks[i]);
        take_asked(states[i], choices + i, players + i);
    }
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

/* Some of them are the matches of these seeds from now on; `which` are their numbers. */
void rl_start_many(St **states, int64_t number, const int64_t *which, const uint64_t *seeds,
                   int64_t *choices, int64_t *players)
{
    for (int64_t i = 0; i < number; i++) {
        int64_t at = which[i];
        rl_start(states[at], seeds[i]);
        take_asked(states[at], choices + at, players + at);
    }
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
 * form, how many stretches of numbers it has, where each begins; there its first number, its size,
 * whether choices are numbered by place, how many values they have, and of each the lowest, how
 * many there are, whether it may be none.
 */
enum { BY_VALUE, BY_MEMBER, BY_PLACE_OF_MEMBER, BY_WAY };
enum { DECLINES, IS_DONE, NO_NUMBER = -1 };

/* The number of so many values in a stretch. */
static int64_t number_in(const int64_t *stretch, const V *values, int64_t number)
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

/* The number of the choice at a place. */
static int64_t action_at(const St *s, const int64_t *table, int64_t place)
{
    const int64_t *asked = table + table[1 + s->question];
    V option = T(s, s->options)[place + 1];
    if (option == NONE) return DECLINES;
    int is_member = asked[0] == BY_MEMBER || asked[0] == BY_PLACE_OF_MEMBER;
    if (is_member && (option == -1 || option == -2)) return option == -1 ? IS_DONE : DECLINES;
    const V *way = asked[0] == BY_WAY ? T(s, option) : NULL;
    int64_t which = way ? way[1] : 0;
    if (which < 0 || which >= asked[1]) return NO_NUMBER;
    const int64_t *stretch = table + asked[2 + which];
    if (stretch[2]) return place < stretch[1] ? stretch[0] + place : NO_NUMBER;
    if (way) return number_in(stretch, way + 2, way[0] - 1);
    if (asked[0] == BY_PLACE_OF_MEMBER) option = T(s, T(s, s->shown)[1])[option + 1];
    return number_in(stretch, &option, 1);
}

/* A row of bytes, with a 1 for each action that may be done. Whether all choices have numbers. */
static int mask_of_actions(const St *s, const int64_t *table, int64_t width, uint8_t *row)
{
    int64_t choices = s->waits ? T(s, s->options)[0] : 0, numbered = 1;
    memset(row, 0, (size_t)width);
    for (int64_t place = 0; place < choices; place++) {
        int64_t action = action_at(s, table, place);
        if (action >= 0 && action < width) row[action] = 1;
        else numbered = 0;
    }
    return (int)numbered;
}

/* The masks of some matches. Answers which is the first without a number; below 0: none. */
int64_t rl_action_masks(St **states, int64_t number, const int64_t *table, int64_t width,
                        uint8_t *rows)
{
    int64_t without = -1;
    for (int64_t i = 0; i < number; i++)
        if (!mask_of_actions(states[i], table, width, rows + i * width) && without < 0) without = i;
    return without;
}

/* The places of these actions; those below 0 stay. Answers who has none such; below 0: nobody. */
int64_t rl_places_of_actions(St **states, int64_t number, const int64_t *table,
                             const int64_t *actions, int64_t *picks)
{
    int64_t without = -1;
    for (int64_t i = 0; i < number; i++) {
        int64_t choices = states[i]->waits ? T(states[i], states[i]->options)[0] : 0;
        picks[i] = -1;
        if (actions[i] < 0) continue;
        for (int64_t place = 0; picks[i] < 0 && place < choices; place++)
            if (action_at(states[i], table, place) == actions[i]) picks[i] = place;
        if (picks[i] < 0 && without < 0) without = i;
    }
    return without;
}
