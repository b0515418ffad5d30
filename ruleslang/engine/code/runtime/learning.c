/*
 * A learner: a linear softmax policy, and a value, over hashed features of what a seat may know.
 *
 * A feature is a hash with a value. The row of the position and the values of the choices come from
 * routines that read what the seat sees (`flow/seen_rows.py`); a chosen card is identified only if
 * the seat sees it, otherwise by its place.
 *
 * The steps of a game are kept with the features of all choices; after the game, each step of a
 * seat is trained on its lambda return, the last one first (actor-critic, TD(lambda)). The learning
 * rate of a weight falls with its use, and the change of a preference by one step is bounded.
 *
 * All memory is given by the caller; nothing is allocated. `tests/players/learning/reference` has
 * the same in Python.
 */

enum { OF_NUMBER, OF_PLAYER, OF_TEAM, OF_CARD, OF_TITLE, OF_ZONE, OF_OTHER, OF_PLACE };
enum { IS_SPARSE = 1, IS_ORDERED = 2 };
enum { OF_WAYS, OF_VALUES, OF_PLACES_AMONG, OF_MEMBERS, OF_INDICES };
enum { NEAR_ZONE = 4, OWN_ZONE = 30, CROSSED_ZONE = 12, MOST_CROSSED_CHOICES = 64, MOST_KEYS = 3 };
enum { CHANCE = 0, LEARNERS = 1000 }; /* who decides: a player of the language by its number; a learner */

typedef struct {
    uint64_t *hash; /* of each feature */
    double *value;
    int64_t *crosses; /* whether it is crossed with the choice */
    int64_t number, most;
} Features;

/* What is numbered how; `learning/numbering.py` fills it in. */
typedef struct {
    int64_t parts, fields, cards, teams, advisers;
    const uint64_t *part_hash; /* by seat and part */
    const int64_t *part_kind, *part_flags;
    const double *part_scale;
    const uint64_t *title_hash;
    const int64_t *title_of_card;
    const int64_t *field; /* by title and field: a number, or NONE */
    const int64_t *attribute_start; /* by title */
    const uint64_t *attribute_hash;
    const double *attribute_value;
    const uint64_t *zone_hash; /* by seat and zone place */
    const int64_t *team; /* by seat and team: how far away it is */
    const int64_t *form, *first_way; /* by question */
    const uint64_t *way_hash; /* by way */
    const int64_t *first_value; /* by way, and one more */
    const int64_t *value_kind, *value_row; /* by value */
    const double *value_scale;
    const int64_t *row_start; /* by row of a type: its entries */
    const uint64_t *row_hash;
    const int64_t *row_kind;
    const double *row_scale;
    const uint64_t *advice_hash; /* by player of the language */
    const uint64_t *seat_hash;
} Numbering;

/* What was learned, and how it is used. */
typedef struct {
    double *policy, *worth; /* rows by feature */
    int64_t policy_bits, worth_bits;
    double trust; /* in the players who advise: added to the preference of what each would leave */
    double sharpness;
    int64_t games, steady;
} Weights;

/* Memory for one decision, and for the steps of one game. */
typedef struct {
    Features state, choice;
    uint32_t *id; /* of the features of all choices, one after the other */
    double *weight; /* by feature, as above */
    double *logit, *probability; /* by choice */
    int64_t *advised; /* by choice: how many players of the language would leave it, and not all */
    uint64_t *kept_by; /* by choice: which of those with a line about the question would leave it */
    int64_t *begins; /* by choice, and one more */
    uint32_t *step_id;
    double *step_weight;
    int64_t *step; /* rows of STEP words */
    double *step_number; /* rows of STEP_NUMBERS */
    int64_t most_ids, most_choices, most_step_ids, most_steps, steps;
} Scratch;

/*
 * A row: the weight, how much it was used, its changes times the square of the number of games before
 * each, and, while a step is learned from, how it would change, and its share of that.
 */
enum { WEIGHT, USED, LATE, GRADIENT, MARK, ROW };

enum { STEP_SEAT, STEP_STATE, STEP_CHOICE, STEP_END, STEP };
enum { STEP_WORTH, STEP_PROBABILITY, STEP_EVEN, STEP_NUMBERS };

/* How a learner is taught. */
typedef struct {
    double policy_rate, worth_rate, half_life, trace, evenness;
    double spread; /* of advantages, as it runs */
    double shared_games, shared_mean, shared_spread; /* of what all have, where that is the same */
    int64_t taught; /* in so many of 16 games a player of the language sits at the other seats */
} Teaching;

static inline uint64_t mixed(uint64_t hash, int64_t with)
{
    hash = (hash ^ (uint64_t)with * UINT64_C(0x9E3779B97F4A7C15)) * UINT64_C(0xBF58476D1CE4E5B9);
    return hash ^ hash >> 31;
}

/* e to the power of a number that is not above zero. */
static double exponential(double x)
{
    if (x < -40.0) return 0.0;
    double y = x / 1024.0, sum = 1.0 + y * (1.0 + y * (0.5 + y * (1.0 / 6.0 + y / 24.0)));
    for (int i = 0; i < 10; i++) sum *= sum;
    return sum;
}

static double logistic(double x)
{
    if (x <= 0.0) return exponential(x) / (1.0 + exponential(x));
    return 1.0 / (1.0 + exponential(-x));
}

/* The square root, near enough: half of the exponent, then Newton. */
static inline double root(double x)
{
    uint64_t bits;
    double found;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits >> 1) + UINT64_C(0x1FF7A3BEA91D9B1B);
    memcpy(&found, &bits, sizeof found);
    found = 0.5 * (found + x / found);
    found = 0.5 * (found + x / found);
    return 0.5 * (found + x / found);
}

/* Small numbers are themselves; of larger ones the first three digits of two, and how many follow. */
static int64_t bucket(int64_t number)
{
    int64_t size = number < 0 ? -number : number, shift = 0;
    if (size <= 16) return number;
    while (size >> shift > 7) shift++;
    size = 100 + 4 * shift + (size >> shift);
    return number < 0 ? -size : size;
}

static inline void add(Features *to, uint64_t hash, double value, int64_t crosses)
{
    if (to->number >= to->most) return;
    to->hash[to->number] = hash, to->value[to->number] = value;
    to->crosses[to->number++] = crosses;
}

static inline int64_t title_number(const St *s, const Numbering *n, V card)
{
#if COUNTS_AS
    return s->S[TITLES + card];
#else
    (void)s;
    return n->title_of_card[card];
#endif
}

/* What stands for a value that is no number, at a seat. */
static uint64_t coded(const St *s, const Numbering *n, uint64_t hash, int64_t kind, V value, V seat)
{
    switch (kind) {
    case OF_PLAYER: return mixed(hash, (value - seat + SEATS) % SEATS);
    case OF_TEAM: return mixed(hash, n->team[seat * n->teams + value]);
    case OF_CARD: return mixed(hash, (int64_t)n->title_hash[title_number(s, n, value)]);
    case OF_TITLE: return mixed(hash, (int64_t)n->title_hash[value]);
    case OF_ZONE: return mixed(hash, (int64_t)n->zone_hash[seat * PLACES + value]);
    case OF_PLACE: return mixed(mixed(hash, 50 + seat), value);
    case OF_NUMBER: return mixed(hash, bucket(value));
    default: return mixed(hash, value);
    }
}

static inline double scaled(V value, double scale)
{
    double found = (double)value * scale;
    return found > 3.0 ? 3.0 : found < -3.0 ? -3.0 : found;
}

static inline int is_told(V value) { return value != NONE && value != ABSENT && value != END; }

/* ---------------------------------------------------------------- the position */

static void tell_several(const St *s, const Numbering *n, Features *to, int64_t part, V value, V seat)
{
    const V *members = T(s, value);
    uint64_t hash = n->part_hash[seat * n->parts + part];
    int64_t kind = n->part_kind[part], flags = n->part_flags[part];
    if (members[0] == 0 && flags & IS_SPARSE) return;
    if (kind != OF_CARD) add(to, mixed(mixed(hash, 2), members[0]), 1.0, 1);
    for (int64_t i = 1; i <= members[0]; i++)
        if (is_told(members[i]) && !is_tuple(members[i]))
            add(to, coded(s, n, mixed(hash, 3), kind, members[i], seat), 1.0,
                members[0] <= CROSSED_ZONE);
    if (flags & IS_ORDERED && members[0] > 0)
        add(to, coded(s, n, mixed(hash, 4), kind, members[1], seat), 1.0, 1);
}

static void tell_position(const St *s, const Numbering *n, Features *to, const V *row, V seat)
{
    to->number = 0;
    for (int64_t part = 0; part < n->parts; part++) {
        V value = row[part + 1];
        uint64_t hash = n->part_hash[seat * n->parts + part];
        int64_t kind = n->part_kind[part], flags = n->part_flags[part];
        if (!is_told(value)) {
            if (!(flags & IS_SPARSE)) add(to, mixed(hash, 1), 1.0, 1);
        } else if (is_tuple(value)) {
            tell_several(s, n, to, part, value, seat);
        } else if (value != 0 || !(flags & IS_SPARSE)) {
            add(to, coded(s, n, mixed(hash, 3), kind, value, seat), 1.0, 1);
            if (kind == OF_NUMBER)
                add(to, mixed(hash, 6), scaled(value, n->part_scale[part]), 1);
        }
    }
    add(to, n->seat_hash[seat], 1.0, 1);
}

/* ---------------------------------------------------------------- a choice */

/* One decision: who is asked what, and his row. */
typedef struct {
    St *s;
    const Numbering *numbering;
    const V *row;
    V seat, question, options, shown;
} Asked;

static void tell_attributes(const Numbering *n, Features *to, uint64_t hash, int64_t title)
{
    for (int64_t i = n->attribute_start[title]; i < n->attribute_start[title + 1]; i++)
        add(to, mixed(hash, (int64_t)n->attribute_hash[i]), n->attribute_value[i], 0);
}

/* How the fields of a card compare with those of the few cards of other zones. */
static void compare_fields(const Asked *a, Features *to, uint64_t hash, V card)
{
    const Numbering *n = a->numbering;
    const V *own = n->field + title_number(a->s, n, card) * n->fields;
    for (int64_t part = 0; part < n->parts; part++) {
        V value = a->row[part + 1];
        if (n->part_kind[part] != OF_CARD || !is_tuple(value)) continue;
        const V *cards = T(a->s, value);
        int64_t is_there = 0;
        for (int64_t i = 1; i <= cards[0]; i++) is_there |= cards[i] == card;
        uint64_t here = mixed(hash, (int64_t)n->part_hash[a->seat * n->parts + part]);
        for (int64_t field = 0; field < n->fields && own != NULL; field++) {
            int64_t same = 0, near = 0;
            if (own[field] == NONE || (is_there ? cards[0] > OWN_ZONE : cards[0] > NEAR_ZONE)) continue;
            for (int64_t i = 1; i <= cards[0]; i++) {
                V other = n->field[title_number(a->s, n, cards[i]) * n->fields + field];
                if (cards[i] == card || other == NONE) continue;
                V apart = own[field] - other;
                same += apart == 0, near += apart == 1 || apart == -1;
                if (!is_there)
                    add(to, mixed(mixed(here, field), (apart > 0) - (apart < 0)), 1.0, 0);
            }
            if (!is_there) continue;
            add(to, mixed(mixed(here, 1000 + field), same > 6 ? 6 : same), 1.0, 0);
            add(to, mixed(mixed(here, 2000 + field), near > 4 ? 4 : near), 1.0, 0);
        }
    }
}

/* What the rulebook's values are of something that is chosen. */
static void tell_values(const Asked *a, Features *to, uint64_t hash, int64_t type, V value)
{
    const Numbering *n = a->numbering;
    const V *row = T(a->s, row_of_type(a->s, type, value));
    for (int64_t i = n->row_start[type], at = 1; i < n->row_start[type + 1]; i++, at++) {
        uint64_t here = mixed(hash, (int64_t)n->row_hash[i]);
        if (!is_told(row[at]) || is_tuple(row[at])) continue;
        add(to, coded(a->s, n, mixed(here, 3), n->row_kind[i], row[at], a->seat), 1.0, 0);
        if (n->row_kind[i] == OF_NUMBER)
            add(to, mixed(here, 6), scaled(row[at], n->row_scale[i]), 0);
    }
}

/* One value of a choice; answers what stands for it. */
static uint64_t tell_value(const Asked *a, Features *to, uint64_t hash, int64_t at, V value)
{
    const Numbering *n = a->numbering;
    int64_t kind = n->value_kind[at], type = n->value_row[at];
    if (!is_told(value)) {
        add(to, mixed(hash, 1), 1.0, 0);
        return mixed(hash, 1);
    }
    if (kind == OF_CARD && value < n->cards) {
        V place = a->s->S[WHERE + value];
        uint64_t there = place == NONE ? 0 : n->zone_hash[a->seat * PLACES + place];
        uint64_t of_zone = mixed(mixed(hash, 2), (int64_t)there);
        add(to, of_zone, 1.0, 0);
        if (!row_sees(a->s, value)) return of_zone;
    }
    uint64_t found = coded(a->s, n, mixed(hash, 3), kind, value, a->seat);
    add(to, found, 1.0, 0);
    if (kind == OF_NUMBER) add(to, mixed(hash, 6), scaled(value, n->value_scale[at]), 0);
    if (kind == OF_TITLE) tell_attributes(n, to, hash, value);
    if (kind == OF_CARD && value < n->cards) {
        tell_attributes(n, to, hash, title_number(a->s, n, value));
        compare_fields(a, to, hash, value);
    }
    if (type >= 0) tell_values(a, to, hash, type, value);
    return found;
}

static uint64_t tell_any(const Asked *a, Features *to, uint64_t hash, int64_t at, V value)
{
    if (!is_tuple(value)) return tell_value(a, to, hash, at, value);
    const V *members = T(a->s, value);
    uint64_t all = mixed(mixed(hash, 4), members[0]);
    add(to, all, 1.0, 0);
    for (int64_t i = 1; i <= members[0]; i++)
        if (!is_tuple(members[i])) all += tell_value(a, to, mixed(hash, 5), at, members[i]);
    return all;
}

/* Which of the kinds of choices that a question has one is of; below 0: to decline, to have done. */
static int64_t way_chosen(const Asked *a, V option)
{
    int64_t form = a->numbering->form[a->question];
    if (option == NONE) return -2;
    if ((form == OF_MEMBERS || form == OF_PLACES_AMONG) && option < 0) return option;
    return form == OF_WAYS ? T(a->s, option)[1] : form == OF_INDICES ? option : 0;
}

/* What a choice is, in so many keys that it is crossed with the position by; how many there are. */
static int64_t tell_choice(const Asked *a, Features *to, V option, uint64_t *keys)
{
    const Numbering *n = a->numbering;
    int64_t chosen = way_chosen(a, option), way = n->first_way[a->question] + chosen;
    int64_t form = n->form[a->question];
    const V *given = &option;
    to->number = 0;
    if (chosen < 0) {
        keys[0] = mixed(n->way_hash[n->first_way[a->question]], chosen == -1 ? 8 : 9);
        add(to, keys[0], 1.0, 0);
        return 1;
    }
    if (form == OF_PLACES_AMONG) given = T(a->s, T(a->s, a->shown)[1]) + 1 + option;
    if (form == OF_WAYS) given = T(a->s, option) + 2;
    keys[0] = n->way_hash[way];
    add(to, keys[0], 1.0, 0);
    int64_t values = n->first_value[way + 1] - n->first_value[way];
    uint64_t before = 0;
    for (int64_t i = 0; i < values; i++) {
        uint64_t hash = mixed(keys[0], 10 + i);
        uint64_t found = tell_any(a, to, hash, n->first_value[way] + i, given[i]);
        if (i > 0) add(to, mixed(before, (int64_t)found), 1.0, 0);
        if (i + 1 < MOST_KEYS) keys[i + 1] = found;
        before = found;
    }
    return values + 1 < MOST_KEYS ? values + 1 : MOST_KEYS;
}

/* ---------------------------------------------------------------- what it prefers */

static inline uint32_t place_of_feature(uint64_t hash, int64_t bits)
{
    return (uint32_t)(mixed(hash, 77) >> (64 - bits));
}

static int64_t put(const Weights *w, Scratch *to, int64_t at, uint64_t hash, double value)
{
    if (at >= to->most_ids) return at;
    to->id[at] = place_of_feature(hash, w->policy_bits), to->weight[at] = value;
    return at + 1;
}

/* Which choices an adviser would leave; NULL: no line of his is about the question. */
static const V *kept(const Asked *a, int64_t player)
{
#if CHOOSERS
    V left = preferred(a->s, player, a->question, a->seat, a->options, a->shown);
    return left == NONE ? NULL : T(a->s, left);
#else
    (void)a, (void)player;
    return NULL;
#endif
}

/* Who would leave which choices; `left`, by adviser: what he would leave, NULL: all. */
static void take_advice(const Asked *a, Scratch *to, const V **left, int64_t choices)
{
    for (int64_t i = 0; i < choices; i++) to->advised[i] = 0, to->kept_by[i] = 0;
    for (int64_t player = 0; player < a->numbering->advisers; player++) {
        const V *kept_ones = left[player] = kept(a, player + 1);
        int64_t number = kept_ones == NULL ? 0 : kept_ones[0];
        if (number == T(a->s, a->options)[0]) left[player] = NULL;
        for (int64_t i = 1; i <= number; i++) {
            if (kept_ones[i] >= choices) continue;
            to->advised[kept_ones[i]] += left[player] != NULL;
            to->kept_by[kept_ones[i]] += a->numbering->advice_hash[player];
        }
    }
}

static int64_t put_advice(const Asked *a, const Weights *w, Scratch *to, int64_t at,
                          const V *const *left, int64_t choice, uint64_t key)
{
    for (int64_t player = 0; player < a->numbering->advisers; player++)
        for (int64_t i = 1; left[player] != NULL && i <= left[player][0]; i++)
            if (left[player][i] == choice) {
                uint64_t hash = a->numbering->advice_hash[player];
                at = put(w, to, at, hash, 1.0);
                at = put(w, to, at, mixed(hash, (int64_t)key), 1.0);
            }
    return at;
}

/* Whether the choices are of several kinds; else their kind says nothing of which is better. */
static int64_t has_several_ways(const Asked *a, int64_t choices)
{
    const V *options = T(a->s, a->options);
    int64_t first = way_chosen(a, options[1]);
    for (int64_t i = 2; i <= choices; i++)
        if (way_chosen(a, options[i]) != first) return 1;
    return 0;
}

/* The features of all choices, one after the other; how many choices there are. */
static int64_t tell_choices(const Asked *a, const Weights *w, Scratch *to)
{
    const V *options = T(a->s, a->options), *left[CHOOSERS + 1];
    int64_t choices = options[0] < to->most_choices ? options[0] : to->most_choices, at = 0;
    int64_t first_key = !has_several_ways(a, choices);
    take_advice(a, to, left, choices);
    for (int64_t i = 0; i < choices; i++) {
        uint64_t keys[MOST_KEYS];
        int64_t number = tell_choice(a, &to->choice, options[i + 1], keys);
        to->begins[i] = at;
        for (int64_t k = 0; k < to->choice.number; k++)
            at = put(w, to, at, to->choice.hash[k], to->choice.value[k]);
        for (int64_t key = first_key; key < number && choices <= MOST_CROSSED_CHOICES; key++)
            for (int64_t k = 0; k < to->state.number; k++)
                if (to->state.crosses[k])
                    at = put(w, to, at, mixed(keys[key], (int64_t)to->state.hash[k]),
                             to->state.value[k]);
        at = put_advice(a, w, to, at, left, i, keys[0]);
    }
    to->begins[choices] = at;
    return choices;
}

typedef struct {
    const Numbering *numbering;
    const Weights *weights;
    Scratch *to;
    int64_t choices;
} Telling;

static void tell_features(St *s, void *given)
{
    Telling *t = given;
    Asked a = {s, t->numbering, T(s, seen_row(s)), s->who, s->question, s->options, s->shown};
    tell_position(s, t->numbering, &t->to->state, a.row, a.seat);
    t->choices = tell_choices(&a, t->weights, t->to);
}

/* The features of the pending decision; how many choices it has, 0 where they cannot be told. */
static int64_t tell_decision(St *s, const Numbering *n, const Weights *w, Scratch *to)
{
    int64_t mark = s->top;
    Telling telling = {n, w, to, 0};
    s->S[EYES] = s->who;
    end_evaluation(s);
    if (why_left(s, tell_features, &telling)) s->fault = 0, telling.choices = 0;
    s->S[EYES] = 0;
    give_back(s, mark);
    return telling.choices;
}

/* Choices that the same advisers would leave are preferred alike, as their mean is. */
static void prefer_alike(Scratch *to, int64_t choices)
{
    for (int64_t i = 0; i < choices; i++) {
        uint64_t kept_by = to->kept_by[i];
        double sum = 0.0, number = 0.0;
        if (kept_by == 0) continue;
        for (int64_t j = i; j < choices; j++)
            if (to->kept_by[j] == kept_by) sum += to->logit[j], number += 1.0;
        for (int64_t j = i; j < choices; j++)
            if (to->kept_by[j] == kept_by) to->logit[j] = sum / number, to->kept_by[j] = 0;
    }
}

/* The preferences of all choices, and with what probability each is taken. */
static void prefer(const Weights *w, Scratch *to, int64_t choices, double sharpness)
{
    double highest = 0.0, sum = 0.0;
    for (int64_t i = 0; i < choices; i++) {
        double found = w->trust * (double)to->advised[i];
        for (int64_t k = to->begins[i]; k < to->begins[i + 1]; k++)
            found += w->policy[to->id[k] * ROW] * to->weight[k];
        to->logit[i] = found;
    }
    if (w->steady) prefer_alike(to, choices);
    for (int64_t i = 0; i < choices; i++)
        if (i == 0 || to->logit[i] > highest) highest = to->logit[i];
    for (int64_t i = 0; i < choices; i++) {
        to->probability[i] = exponential(sharpness * (to->logit[i] - highest));
        sum += to->probability[i];
    }
    for (int64_t i = 0; i < choices; i++) to->probability[i] /= sum;
}

static int64_t drawn_choice(St *s, const Scratch *of, int64_t choices)
{
    double left = (double)next32(&s->bots[s->who]) / 4294967296.0;
    for (int64_t i = 0; i < choices - 1; i++)
        if ((left -= of->probability[i]) < 0.0) return i;
    return choices - 1;
}

/* The choice of a learner; how many there were, or 0 where chance chose. */
static int64_t take_learned(St *s, const Numbering *n, const Weights *w, Scratch *to,
                            int64_t *choices, double sharpness)
{
    *choices = tell_decision(s, n, w, to);
    if (*choices == 0) return below(&s->bots[s->who], (uint32_t)T(s, s->options)[0]);
    prefer(w, to, *choices, sharpness);
    return drawn_choice(s, to, *choices);
}

/* ---------------------------------------------------------------- learning */

static double worth(const Weights *w, const Scratch *of)
{
    double found = 0.0;
    for (int64_t k = 0; k < of->state.number; k++)
        found += w->worth[place_of_feature(of->state.hash[k], w->worth_bits) * ROW] * of->state.value[k];
    return logistic(found);
}

/* Keeps a decision as a step of its seat; 0 where there is no room. */
static int64_t keep_step(St *s, const Weights *w, Scratch *to, int64_t choices, int64_t taken)
{
    int64_t at = to->steps ? to->step[to->steps * STEP - 1] : 0, *step = to->step + to->steps * STEP;
    double *number = to->step_number + to->steps * STEP_NUMBERS, mean = 0.0;
    if (to->steps >= to->most_steps) return 0;
    if (at + to->state.number + to->begins[choices] > to->most_step_ids) return 0;
    step[STEP_SEAT] = s->who, step[STEP_STATE] = at;
    for (int64_t k = 0; k < to->state.number; k++, at++) {
        to->step_id[at] = place_of_feature(to->state.hash[k], w->worth_bits);
        to->step_weight[at] = to->state.value[k];
    }
    step[STEP_CHOICE] = at;
    for (int64_t i = 0; i < choices; i++) {
        double more = (i == taken) - to->probability[i];
        mean += to->probability[i] * (to->logit[i] - w->trust * (double)to->advised[i]);
        if (more < 1e-4 && more > -1e-4) continue;
        for (int64_t k = to->begins[i]; k < to->begins[i + 1]; k++, at++)
            to->step_id[at] = to->id[k], to->step_weight[at] = more * to->weight[k];
    }
    step[STEP_END] = at;
    number[STEP_WORTH] = worth(w, to), number[STEP_PROBABILITY] = to->probability[taken];
    number[STEP_EVEN] = mean - (to->logit[taken] - w->trust * (double)to->advised[taken]);
    to->steps++;
    return 1;
}

static void teach_worth(Weights *w, const Scratch *of, int64_t step, double error, double rate)
{
    int64_t from = of->step[step * STEP + STEP_STATE], end = of->step[step * STEP + STEP_CHOICE];
    double size = 1e-9;
    for (int64_t k = from; k < end; k++) {
        double value = of->step_weight[k], *row = w->worth + of->step_id[k] * ROW;
        if (value == 0.0) continue;
        row[USED] += value * value;
        row[GRADIENT] = 1.0 / root(row[USED]);
        size += value * value * row[GRADIENT];
    }
    for (int64_t k = from; k < end; k++) {
        double *row = w->worth + of->step_id[k] * ROW;
        row[WEIGHT] += rate * error / size * of->step_weight[k] * row[GRADIENT];
    }
}

static void teach_policy(Weights *w, const Scratch *of, int64_t step, double advantage, double rate)
{
    int64_t from = of->step[step * STEP + STEP_CHOICE], end = of->step[step * STEP + STEP_END];
    double missed = 1.0 - of->step_number[step * STEP_NUMBERS + STEP_PROBABILITY], size = 1e-9;
    double late = (double)w->games * (double)w->games;
    for (int64_t k = from; k < end; k++)
        w->policy[of->step_id[k] * ROW + GRADIENT] += of->step_weight[k];
    for (int64_t k = from; k < end; k++) {
        double *row = w->policy + of->step_id[k] * ROW, by = row[GRADIENT];
        if ((by < 1e-6 && by > -1e-6) || row[MARK] != 0.0) continue; /* what is left of 0, too */
        row[USED] += by * by;
        row[MARK] = by / root(row[USED]);
        size += by * row[MARK];
    }
    missed = missed < 0.05 ? 0.05 : missed;
    rate *= advantage * missed * missed / size;
    for (int64_t k = from; k < end; k++) {
        double *row = w->policy + of->step_id[k] * ROW;
        row[WEIGHT] += rate * row[MARK], row[LATE] += late * rate * row[MARK];
        row[GRADIENT] = row[MARK] = 0.0;
    }
}

/*
 * Learns from the steps that were kept, the last one first. `ends` is what each seat has in the end;
 * NULL: the match goes on, and the last step of each seat is only what those before lead to.
 */
static void learn_from_steps(Weights *w, Scratch *of, Teaching *t, const double *ends)
{
    double next[SEATS], sum[SEATS];
    int64_t is_known[SEATS];
    double slower = 1.0 / root(1.0 + (double)w->games / t->half_life);
    for (int64_t seat = 0; seat < SEATS; seat++)
        next[seat] = ends ? ends[seat] : 0.0, is_known[seat] = ends != NULL, sum[seat] = 0.0;
    for (int64_t step = of->steps - 1; step >= 0; step--) {
        int64_t seat = of->step[step * STEP + STEP_SEAT];
        double here = of->step_number[step * STEP_NUMBERS + STEP_WORTH];
        if (is_known[seat]) {
            sum[seat] = next[seat] - here + t->trace * sum[seat];
            t->spread += 0.001 * (sum[seat] * sum[seat] - t->spread);
            double even = t->evenness * of->step_number[step * STEP_NUMBERS + STEP_EVEN];
            double advantage = sum[seat] / root(t->spread + 1e-4);
            advantage = advantage > 3.0 ? 3.0 : advantage < -3.0 ? -3.0 : advantage;
            teach_policy(w, of, step, advantage + even, t->policy_rate * slower);
            teach_worth(w, of, step, sum[seat], t->worth_rate * slower);
        }
        next[seat] = here, is_known[seat] = 1;
    }
    of->steps = 0;
}

/* What each seat has in the end: its share of the win; where all have the same, more or less. */
static void take_ends(const St *s, Teaching *t, double *ends)
{
    int64_t highest = s->payoffs[0], lowest = highest, winners = 0;
    for (int64_t seat = 0; seat < SEATS; seat++) {
        if (s->payoffs[seat] > highest) highest = s->payoffs[seat];
        if (s->payoffs[seat] < lowest) lowest = s->payoffs[seat];
    }
    for (int64_t seat = 0; seat < SEATS; seat++) winners += s->payoffs[seat] == highest;
    double more = (double)highest - t->shared_mean, even = 1.0 / SEATS;
    if (highest == lowest && !s->fault) {
        t->shared_games += 1.0;
        t->shared_mean += more / (t->shared_games < 200.0 ? t->shared_games : 200.0);
        t->shared_spread += 0.01 * (more * more - t->shared_spread);
        even += 0.25 * more / root(t->shared_spread + 1e-4);
        even = even < 0.0 ? 0.0 : even > 1.0 ? 1.0 : even;
    }
    for (int64_t seat = 0; seat < SEATS; seat++)
        ends[seat] = highest == lowest ? even : s->payoffs[seat] == highest ? 1.0 / (double)winners : 0.0;
}

/* Who sits where in a game: learners everywhere, or at one seat, and a player of the language else. */
static void seat_for_learning(St *s, const Weights *w, const Teaching *t)
{
    int64_t is_taught = CHOOSERS && w->games % 16 < t->taught, among = CHOOSERS ? CHOOSERS : 1;
    for (int64_t seat = 0; seat < SEATS; seat++)
        s->players[seat] = is_taught && seat != w->games / 16 % SEATS
            ? 1 + w->games % among : LEARNERS;
}

static void begin_of_bots(St *s, uint64_t seed)
{
    s->bots_play = 0, s->keeps_outcomes = 0;
    for (int64_t seat = 0; seat < SEATS; seat++) s->bots[seat] = derive(seed, bot_streams[seat]);
}

/* Learns from whole games of some seeds, one after the other. */
void rl_learn(St *s, const Numbering *n, Weights *w, Scratch *of, Teaching *t,
              const uint64_t *seeds, int64_t games)
{
    for (int64_t game = 0; game < games && !is_stopping(); game++) {
        open_match(s, seeds[game]);
        begin_of_bots(s, seeds[game]);
        seat_for_learning(s, w, t);
        of->steps = 0;
        go_on(s, BEGINS);
        while (s->waits) {
            int64_t choices = 0, index;
            if (s->players[s->who] < LEARNERS) {
                index = taken_by_bot(s);
            } else {
                index = take_learned(s, n, w, of, &choices, 1.0);
                if (choices && !keep_step(s, w, of, choices, index)) {
                    learn_from_steps(w, of, t, NULL);
                    keep_step(s, w, of, choices, index);
                }
            }
            if (index < 0) stop(s);
            else rl_choose(s, index);
        }
        double ends[SEATS];
        take_ends(s, t, ends);
        if (!s->fault) learn_from_steps(w, of, t, ends);
        w->games++;
    }
}

/*
 * Plays on by these at their seats: a player of the language by its number, chance, or a learner of
 * those given. From where another match stands, which may not have begun; NULL: whole games.
 */
void rl_compete(St *s, const St *from, const Numbering *n, const Weights *const *learners,
                Scratch *of, const int64_t *players, const uint64_t *seeds, int64_t games,
                Result *results)
{
    for (int64_t game = 0; game < games && !is_stopping(); game++) {
        if (from == NULL) open_match(s, seeds[game]);
        else if (!rl_copy(s, from)) stop_without_memory(s);
        begin_of_bots(s, seeds[game]);
        memcpy(s->players, players, sizeof s->players);
        if (from == NULL) {
            go_on(s, BEGINS);
        } else if (!s->waits && !s->over) {
            s->seed = seeds[game];
            rl_go_on(s, s->K[s->frame]);
        }
        while (s->waits) {
            int64_t player = players[s->who], choices;
            int64_t index = player < LEARNERS ? taken_by_bot(s)
                : take_learned(s, n, learners[player - LEARNERS], of, &choices,
                               learners[player - LEARNERS]->sharpness);
            if (index < 0) stop(s);
            else rl_choose(s, index);
        }
        take_result(s, results + game);
    }
}

/* The preferences of the choices of the pending decision; how many there are. */
int64_t rl_preferences(St *s, const Numbering *n, const Weights *w, Scratch *to)
{
    int64_t choices = s->waits ? tell_decision(s, n, w, to) : 0;
    if (choices) prefer(w, to, choices, w->sharpness);
    return choices;
}

/* Learners decide in a batch, where they are asked, until nobody but others is. */
int64_t rl_let_learners(const Batch *b, int64_t matches, const Numbering *n,
                        const Weights *const *learners, Scratch *of)
{
    int64_t without = -1;
    for (int64_t i = 0; i < matches && !is_stopping(); i++) {
        St *s = b->states[i];
        while (s->waits && b->bots[s->who] >= FIRST_LEARNER) {
            const Weights *w = learners[b->bots[s->who] - FIRST_LEARNER];
            int64_t choices, index;
            if (b->masks) unmark_actions(b, i, NO_NUMBER);
            index = take_learned(s, n, w, of, &choices, w->sharpness);
            if (index < 0) stop(s);
            else rl_choose(s, index);
            if (!ask_match(b, i) && without < 0) without = i;
        }
    }
    return without;
}
