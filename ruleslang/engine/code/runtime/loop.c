/*
 * The loop of an embedder (is it over, who is asked, choose) as types of Python, without its
 * headers: what they need of Python is given to them, so that a library is linked with nothing.
 *
 * Each extends a class in Python, which answers all that is not answered here. A function here
 * holds the GIL and calls nothing that lets another thread run, so what it does is one step.
 */

#include <stddef.h>
#include <stdint.h>

typedef struct Object {
    intptr_t references;
    struct Object *type;
} Object;

typedef Object *Getter(Object *self, void *closure);

typedef struct {
    const char *name;
    void *function;
    int flags;
    const char *doc;
} Method;

typedef struct {
    const char *name;
    int type;
    intptr_t offset;
    int flags;
    const char *doc;
} Member;

typedef struct {
    const char *name;
    Getter *get;
    void *set;
    const char *doc;
    void *closure;
} Property;

typedef struct {
    int slot;
    void *function;
} Slot;

typedef struct {
    const char *name;
    int size, item_size;
    unsigned int flags;
    Slot *slots;
} Spec;

enum { T_INT = 1, T_OBJECT = 16, T_LONG = 17, READ_ONLY = 1 };
enum { MAPPING_LENGTH = 4, MAPPING_ITEM = 5, SEQUENCE_LENGTH = 45, DEALLOC = 52, METHODS = 64, MEMBERS = 72, GETSET = 73 };
enum { KEYWORDS = 2, NO_ARGUMENT = 4, ONE_ARGUMENT = 8, FAST = 128 };
enum { KEY = 32 }; /* letters */
enum { MOST_NUMBERED = 512 }; /* choices whose numbers are written here, not in Python */

/* In the order in which `engine/c/move_match.py` names them. */
static struct {
    void (*keep)(Object *), (*drop)(Object *);
    long long (*to_number)(Object *);
    Object *(*of_number)(long long);
    Object *(*tuple)(intptr_t size);
    int (*put)(Object *tuple, intptr_t place, Object *entry);
    Object *(*raised)(void);
    void (*forget)(void);
    int (*append)(Object *list, Object *entry);
    Object *(*new)(Object *type, intptr_t items);
    void (*release)(void *), (*untrack)(void *), (*release_tracked)(void *);
    Object *(*call)(Object *function, Object *const *arguments, size_t number, Object *names);
    Object *(*type_of)(Spec *spec, Object *bases);
    Object *(*text)(const char *letters, intptr_t number);
    int (*replace)(Object *list, intptr_t from, intptr_t to, Object *by);
    void *(*room)(void *, size_t);
    void (*no_room)(void *);
    Object *none, *yes, *no, *number, *stopped;
} py;

static Object *kept(Object *object)
{
    py.keep(object);
    return object;
}

/* ---------------------------------------------------------------- a match of the engine */

/*
 * What is taken back by `pop`: a copy in memory of its own, which stays for the next one; who was
 * asked, the choices made, and the line that goes on then, which the match's list keeps.
 */
typedef struct {
    Object *memory, *line;
    void *state;
    int64_t asked, moves, keep_at;
} Saved;

/*
 * `asked`: who, in the high half, and the number of choices; `state` is 0 once others play on.
 * `owner` keeps the memory that the state is in. `actions`: the table of their numbers, or none yet;
 * `keys`: the table of what matters in keys, or none yet. `turns` counts whatever moved it; of what
 * is `saved`, so many may be taken back.
 */
typedef struct {
    Object head;
    int64_t (*pick)(void *state, int index);
    int64_t (*numbers)(void *state, const int64_t *actions, int64_t most, int64_t *into);
    int64_t (*key)(void *state, const int64_t *keys, char *into);
    int64_t (*copy)(void *to, const void *from);
    const int64_t *actions, *keys;
    void *state;
    int64_t asked, moves, turns;
    Object *chosen, *owner;
    Saved *saved;
    int64_t depth, rooms, known; /* how many are saved, may be, and have memory */
} Mover;

static Object *mover_type;

#define CHOICES(asked) ((asked) & 0xffffffff)

/* The number of an `int`; -1 for anything else, and for one that is too large. */
static long long number_of(Object *object)
{
    if (object->type != py.number) return -1;
    long long number = py.to_number(object);
    if (number == -1 && py.raised() != NULL) py.forget();
    return number;
}

/* Makes the choice at a place, which `index` is as an object, if there is one; below 0: an error. */
static int is_moved(Mover *self, long long place, Object *index, int64_t most)
{
    if (self->state == NULL || self->moves >= most) return 0;
    if (place < 0 || place >= CHOICES(self->asked)) return 0;
    if (index == NULL || py.append(self->chosen, index)) return -1;
    self->asked = 0; /* to whatever a signal runs meanwhile */
    self->moves++, self->turns++;
    self->asked = self->pick(self->state, (int)place);
    if (self->asked >= 0) return 1;
    self->asked = 0, self->state = NULL, self->moves--; /* an exception has stopped it, raised here */
    Object *none = py.call(py.stopped, &self->chosen, 1, NULL);
    if (none != NULL) py.drop(none);
    return none == NULL ? -1 : 1;
}

/* Whether it was done; what is no index of a choice changes nothing. */
static Object *mover_choose(Mover *self, Object *choice)
{
    int is = is_moved(self, number_of(choice), choice, INT64_MAX);
    return is < 0 ? NULL : kept(is ? py.yes : py.no);
}

static void mover_dealloc(Mover *self)
{
    Object *type = self->head.type;
    if (self->chosen != NULL) py.drop(self->chosen);
    if (self->owner != NULL) py.drop(self->owner);
    while (self->known > 0) py.drop(self->saved[--self->known].memory);
    py.no_room(self->saved);
    py.release(self);
    py.drop(type);
}

static Method mover_methods[] = {{"choose", mover_choose, ONE_ARGUMENT, NULL}, {NULL}};

static Member mover_members[] = {
    {"state", T_LONG, offsetof(Mover, state)},
    {"actions", T_LONG, offsetof(Mover, actions)},
    {"keys", T_LONG, offsetof(Mover, keys)},
    {"asked", T_LONG, offsetof(Mover, asked)},
    {"moves", T_LONG, offsetof(Mover, moves)},
    {"turns", T_LONG, offsetof(Mover, turns)},
    {"chosen", T_OBJECT, offsetof(Mover, chosen), READ_ONLY},
    {NULL},
};

static Slot mover_slots[] = {
    {METHODS, mover_methods}, {MEMBERS, mover_members}, {DEALLOC, mover_dealloc}, {0}};

/* pick, numbers, key, copy, actions, keys, state, asked, the choices made and their number, owner */
static Object *new_mover(Object *self, Object *const *given, intptr_t number)
{
    (void)self, (void)number;
    Mover *mover = (Mover *)py.new(mover_type, 0);
    if (mover == NULL) return NULL;
    mover->pick = (int64_t(*)(void *, int))(intptr_t)py.to_number(given[0]);
    mover->numbers = (int64_t(*)(void *, const int64_t *, int64_t, int64_t *))(intptr_t)py.to_number(given[1]);
    mover->key = (int64_t(*)(void *, const int64_t *, char *))(intptr_t)py.to_number(given[2]);
    mover->copy = (int64_t(*)(void *, const void *))(intptr_t)py.to_number(given[3]);
    mover->actions = (const int64_t *)(intptr_t)py.to_number(given[4]);
    mover->keys = (const int64_t *)(intptr_t)py.to_number(given[5]);
    mover->state = (void *)(intptr_t)py.to_number(given[6]);
    mover->asked = py.to_number(given[7]);
    mover->moves = py.to_number(given[9]);
    mover->chosen = kept(given[8]), mover->owner = kept(given[10]);
    return &mover->head;
}

Method loop_new_mover = {"new_mover", new_mover, FAST};

static Spec mover_spec = {"ruleslang.engine.code.move_match.Mover", sizeof(Mover), 0, 0, mover_slots};

/* ---------------------------------------------------------------- the match of the API */

typedef struct {
    Object *mover, *line, *late; /* `late`: the decision that was handed out last */
    Object *pushed, *made; /* lines to go back to, named choices */
    int64_t keep_at; /* the number of choices at which a copy is kept next */
    int held; /* how many guarded methods are in progress */
} InMatch;

typedef struct {
    Object *line;
    int64_t at, number, seat;
} InDecision;

typedef struct {
    Object *decision;
    int64_t number;
} InChoices;

typedef struct {
    Object *decision;
    int64_t place;
} InChoice;

/* The sizes of the classes that are extended, which is where these lie; what Python does. */
static struct {
    intptr_t match, decision, choices, choice;
    Object *choose, *is_over, *decide, *item, *act, *actions, *key, *push, *pop;
    Object *go_on, *part, *taken_back, *memory, *address;
} base;
static Object *late_type, *choices_type, *choice_type;

static InMatch *in_match(Object *self) { return (InMatch *)((char *)self + base.match); }

static InDecision *in_decision(Object *self) { return (InDecision *)((char *)self + base.decision); }

static InChoices *in_choices(Object *self) { return (InChoices *)((char *)self + base.choices); }

static InChoice *in_choice(Object *self) { return (InChoice *)((char *)self + base.choice); }

/* What moves the match; none if it is moved in Python. */
static Mover *mover_of(InMatch *match)
{
    if (match->mover == NULL || match->mover->type != mover_type) return NULL;
    Mover *mover = (Mover *)match->mover;
    return mover->state == NULL ? NULL : mover;
}

static Object *is_over(Object *self, void *closure)
{
    (void)closure;
    Mover *mover = mover_of(in_match(self));
    if (mover == NULL) return py.call(base.is_over, &self, 1, NULL);
    return kept(mover->asked ? py.no : py.yes);
}

static Object *decision(Object *self, void *closure)
{
    (void)closure;
    InMatch *match = in_match(self);
    Mover *mover = mover_of(match);
    if (mover == NULL || match->line == NULL) return py.call(base.decide, &self, 1, NULL);
    if (!mover->asked) return kept(py.none);
    Object *late = match->late;
    if (late != NULL && late->type == late_type) {
        InDecision *known = in_decision(late);
        if (known->at == mover->moves && known->line == match->line) return kept(late);
    }
    Object *fresh = py.new(late_type, 0);
    if (fresh == NULL) return NULL;
    InDecision *into = in_decision(fresh);
    into->line = kept(match->line);
    into->at = mover->moves, into->number = CHOICES(mover->asked), into->seat = mover->asked >> 32;
    match->late = kept(fresh);
    if (late != NULL) py.drop(late);
    return fresh;
}

/* The place of a choice of the decision that the match waits for; below 0: it is another's. */
static long long place_here(InMatch *match, Mover *mover, Object *choice)
{
    InChoice *given = in_choice(choice);
    if (given->decision == NULL || given->decision->type != late_type) return -1;
    InDecision *asked = in_decision(given->decision);
    return asked->at == mover->moves && asked->line == match->line ? given->place : -1;
}

/* As Python does it, with the same arguments. */
static Object *slow(Object *function, Object *self, Object *const *given, intptr_t number,
                    Object *names)
{
    enum { MOST = 8 };
    Object *all[MOST + 1] = {self};
    intptr_t in_all = number, at;
    if (names != NULL) in_all += ((intptr_t *)names)[2]; /* the size of a tuple */
    if (in_all > MOST) in_all = MOST, names = NULL; /* which Python refuses */
    for (at = 0; at < in_all; at++) all[at + 1] = given[at];
    return py.call(function, all, (size_t)(names == NULL ? in_all + 1 : number + 1), names);
}

/* Makes the choice at a place; `index` is it as an object, which is dropped. */
static Object *moved(InMatch *match, Mover *mover, long long place, Object *index)
{
    int is = is_moved(mover, place, index, match->keep_at);
    if (index != NULL) py.drop(index);
    return is < 0 ? NULL : is ? kept(py.none) : NULL;
}

static Object *choose(Object *self, Object *const *given, intptr_t number, Object *names)
{
    InMatch *match = in_match(self);
    Mover *mover = mover_of(match);
    if (mover != NULL && number == 1 && names == NULL && !match->held && mover->moves < match->keep_at) {
        int is_choice = given[0]->type == choice_type;
        long long place = is_choice ? place_here(match, mover, given[0]) : number_of(given[0]);
        if (place >= 0 && place < CHOICES(mover->asked))
            return moved(match, mover, place, is_choice ? py.of_number(place) : kept(given[0]));
    }
    return slow(base.choose, self, given, number, names);
}

/* The numbers of the choices; below 0 where Python is to find them. */
static int64_t numbers(InMatch *match, Mover *mover, int64_t *into)
{
    if (mover == NULL || mover->actions == NULL || match->held) return -1;
    return mover->numbers(mover->state, mover->actions, MOST_NUMBERED, into);
}

static Object *actions(Object *self, Object *none)
{
    InMatch *match = in_match(self);
    int64_t of[MOST_NUMBERED], number = numbers(match, mover_of(match), of);
    (void)none;
    if (number < 0) return py.call(base.actions, &self, 1, NULL);
    Object *all = py.tuple((intptr_t)number);
    for (int64_t at = 0; all != NULL && at < number; at++) {
        Object *entry = py.of_number(of[at]);
        if (entry == NULL || py.put(all, (intptr_t)at, entry)) {
            py.drop(all);
            return NULL;
        }
    }
    return all;
}

static Object *act(Object *self, Object *const *given, intptr_t number, Object *names)
{
    InMatch *match = in_match(self);
    Mover *mover = mover_of(match);
    if (number == 1 && names == NULL && mover != NULL && mover->moves < match->keep_at) {
        int64_t of[MOST_NUMBERED], choices = numbers(match, mover, of), place = 0;
        long long action = number_of(given[0]);
        while (place < choices && of[place] != action) place++;
        if (place < choices) return moved(match, mover, place, py.of_number(place));
    }
    return slow(base.act, self, given, number, names);
}

static Object *key(Object *self, Object *none)
{
    InMatch *match = in_match(self);
    Mover *mover = mover_of(match);
    char letters[KEY];
    (void)none;
    if (mover != NULL && mover->keys != NULL && !match->held &&
        mover->key(mover->state, mover->keys, letters) == 1)
        return py.text(letters, KEY);
    return py.call(base.key, &self, 1, NULL);
}

/* ---------------------------------------------------------------- choices that are taken back */

#define SIZE(list) (((intptr_t *)(list))[2]) /* of a tuple or a list */
#define LAST(list) ((((Object ***)(list))[3])[SIZE(list) - 1])

/* Memory for one more copy; zero: there is none, or an error. */
static int is_deepened(Mover *mover)
{
    Object *memory = py.call(base.memory, &mover->owner, 1, NULL);
    Object *address = memory == NULL ? NULL : py.call(base.address, &memory, 1, NULL);
    if (address != NULL && mover->known == mover->rooms) {
        int64_t rooms = 2 * mover->rooms + 8;
        Saved *saved = py.room(mover->saved, (size_t)rooms * sizeof *saved);
        if (saved != NULL) mover->saved = saved, mover->rooms = rooms;
    }
    int is_deep = address != NULL && mover->known < mover->rooms;
    void *state = is_deep ? (void *)(intptr_t)py.to_number(address) : NULL;
    if (is_deep) mover->saved[mover->known++] = (Saved){memory, NULL, state, 0, 0, 0};
    else if (memory != NULL) py.drop(memory);
    if (address != NULL) py.drop(address);
    return is_deep;
}

/*
 * The place of a choice that can be pushed here; below 0: Python is to do it. What is called in Python
 * lets other threads run, so it is called before anything changes, and nothing may have moved then.
 */
static long long place_to_push(InMatch *match, Mover *mover, Object *choice)
{
    if (mover == NULL || match->held || mover->moves >= match->keep_at || match->pushed == NULL) return -1;
    long long place = choice->type == choice_type ? place_here(match, mover, choice) : number_of(choice);
    return place < CHOICES(mover->asked) ? place : -1;
}

static Object *push(Object *self, Object *choice)
{
    InMatch *match = in_match(self);
    Mover *mover = mover_of(match);
    long long place = place_to_push(match, mover, choice);
    if (place < 0) return slow(base.push, self, &choice, 1, NULL);
    int64_t turns = mover->turns;
    Object *before = kept(match->line), *line = py.call(base.go_on, &before, 1, NULL);
    int is_deep = line != NULL && (mover->depth < mover->known || is_deepened(mover));
    int is_same = mover == mover_of(match) && turns == mover->turns && match->line == before;
    Saved *saved = is_deep && is_same ? &mover->saved[mover->depth] : NULL;
    if (saved == NULL || !mover->copy(saved->state, mover->state) || py.append(match->pushed, before)) {
        if (line != NULL) py.drop(line);
        py.drop(before);
        return py.raised() ? NULL : slow(base.push, self, &choice, 1, NULL);
    }
    saved->asked = mover->asked, saved->moves = mover->moves, saved->keep_at = match->keep_at;
    saved->line = before, match->line = line, mover->depth++;
    py.drop(before), py.drop(before); /* the list keeps it */
    return moved(match, mover, place, choice->type == choice_type ? py.of_number(place) : kept(choice));
}

/* What to go back to, if the last choice was pushed; else none. */
static Saved *to_pop(const InMatch *match, const Mover *mover)
{
    if (mover == NULL || mover->depth == 0 || match->held) return NULL;
    Saved *saved = &mover->saved[mover->depth - 1];
    Object *pushed = match->pushed, *made = match->made;
    if (pushed == NULL || SIZE(pushed) == 0 || LAST(pushed) != saved->line) return NULL;
    if (made == NULL || SIZE(made) > saved->moves) return NULL;
    return saved->moves == mover->moves - 1 ? saved : NULL;
}

/* The line that is left gets a match of its own if somebody may ask for the words of its decisions. */
static int is_parted(InMatch *match)
{
    Object *late = match->late, *line = match->line;
    match->late = kept(py.none);
    if (late != NULL) py.drop(late);
    if ((uint32_t)line->references <= 1) return 1;
    Object *done = py.call(base.part, &line, 1, NULL);
    if (done != NULL) py.drop(done);
    return done != NULL;
}

static Object *pop(Object *self, Object *none)
{
    InMatch *match = in_match(self);
    Mover *mover = mover_of(match);
    Saved *saved = to_pop(match, mover);
    (void)none;
    if (saved != NULL && !is_parted(match)) return NULL;
    if (mover != mover_of(match) || saved == NULL || saved != to_pop(match, mover) ||
        !mover->copy(mover->state, saved->state))
        return py.call(base.pop, &self, 1, NULL);
    Object *line = match->line, *back[] = {NULL, kept(LAST(mover->chosen))}, *made = NULL;
    match->line = kept(saved->line), match->keep_at = saved->keep_at;
    mover->asked = saved->asked, mover->moves = saved->moves, mover->turns++, mover->depth--;
    int is_short = py.replace(match->pushed, SIZE(match->pushed) - 1, SIZE(match->pushed), NULL) ||
                   py.replace(mover->chosen, SIZE(mover->chosen) - 1, SIZE(mover->chosen), NULL);
    py.drop(line);
    back[0] = is_short ? NULL : decision(self, NULL);
    if (back[0] != NULL) made = py.call(base.taken_back, back, 2, NULL), py.drop(back[0]);
    py.drop(back[1]);
    return made;
}

static Method match_methods[] = {
    {"push", push, ONE_ARGUMENT, NULL}, {"pop", pop, NO_ARGUMENT, NULL},
    {"choose", choose, FAST | KEYWORDS, NULL}, {"act", act, FAST | KEYWORDS, NULL},
    {"actions", actions, NO_ARGUMENT, NULL}, {"key", key, NO_ARGUMENT, NULL}, {NULL}};
static Property match_properties[] = {{"is_over", is_over}, {"decision", decision}, {NULL}};
static Member match_members[] = {
    {"_mover", T_OBJECT, offsetof(InMatch, mover)},
    {"_line", T_OBJECT, offsetof(InMatch, line)},
    {"_late", T_OBJECT, offsetof(InMatch, late)},
    {"_pushed", T_OBJECT, offsetof(InMatch, pushed)},
    {"_made", T_OBJECT, offsetof(InMatch, made)},
    {"_keep_at", T_LONG, offsetof(InMatch, keep_at)},
    {"_held", T_INT, offsetof(InMatch, held)},
    {NULL},
};
static Slot match_slots[] = {
    {METHODS, match_methods}, {GETSET, match_properties}, {MEMBERS, match_members}, {0}};
static Spec match_spec = {"ruleslang.api.match.Match", 0, 0, 0, match_slots};

/* ---------------------------------------------------------------- decisions */

static Object *choices(Object *self, void *closure)
{
    (void)closure;
    Object *fresh = py.new(choices_type, 0);
    if (fresh == NULL) return NULL;
    in_choices(fresh)->decision = kept(self);
    in_choices(fresh)->number = in_decision(self)->number;
    return fresh;
}

static intptr_t length(Object *self) { return (intptr_t)in_choices(self)->number; }

static Property decision_properties[] = {{"choices", choices}, {NULL}};
static Member decision_members[] = {
    {"_line", T_OBJECT, offsetof(InDecision, line)},
    {"_at", T_LONG, offsetof(InDecision, at)},
    {"_number", T_LONG, offsetof(InDecision, number), READ_ONLY},
    {"player", T_LONG, offsetof(InDecision, seat), READ_ONLY},
    {NULL},
};
/* As Python ends it, which takes a third of a decision: before its own part there are only slots. */
static void decision_dealloc(Object *self)
{
    Object *type = self->type, **slot = (Object **)(self + 1);
    InDecision *own = in_decision(self);
    py.untrack(self);
    for (; slot < (Object **)own; slot++)
        if (*slot != NULL) py.drop(*slot);
    if (own->line != NULL) py.drop(own->line);
    py.release_tracked(self);
    py.drop(type);
}

static Slot decision_slots[] = {{GETSET, decision_properties}, {MEMBERS, decision_members},
    {DEALLOC, decision_dealloc}, {0}};
static Spec decision_spec = {"ruleslang.engine.match.decision.Decision", 0, 0, 0, decision_slots};

/* A choice, of which nothing is named yet. */
static Object *item(Object *self, Object *at)
{
    InChoices *choices = in_choices(self);
    long long place = number_of(at);
    if (at->type == py.number && place < 0 && place >= -choices->number) place += choices->number;
    if (place < 0 || place >= choices->number || choices->decision == NULL) {
        Object *given[] = {self, at};
        return py.call(base.item, given, 2, NULL);
    }
    Object *fresh = py.new(choice_type, 0);
    if (fresh == NULL) return NULL;
    in_choice(fresh)->decision = kept(choices->decision), in_choice(fresh)->place = place;
    return fresh;
}

static Member choices_members[] = {
    {"_decision", T_OBJECT, offsetof(InChoices, decision)},
    {"_number", T_LONG, offsetof(InChoices, number), READ_ONLY},
    {NULL},
};
/* The class that is extended has no slots. */
static void choices_dealloc(Object *self)
{
    Object *type = self->type, *decision = in_choices(self)->decision;
    py.untrack(self);
    if (decision != NULL) py.drop(decision);
    py.release_tracked(self);
    py.drop(type);
}

static Slot choices_slots[] = {{DEALLOC, choices_dealloc},
    {SEQUENCE_LENGTH, length}, {MAPPING_LENGTH, length}, {MAPPING_ITEM, item},
    {MEMBERS, choices_members}, {0}};
static Spec choices_spec = {"ruleslang.engine.match.late_decision.Choices", 0, 0, 0, choices_slots};

static Member choice_members[] = {
    {"_decision", T_OBJECT, offsetof(InChoice, decision)},
    {"_place", T_LONG, offsetof(InChoice, place), READ_ONLY},
    {NULL},
};
/* As with decisions: before its own part there are only slots. */
static void choice_dealloc(Object *self)
{
    Object *type = self->type, **slot = (Object **)(self + 1);
    InChoice *own = in_choice(self);
    py.untrack(self);
    for (; slot < (Object **)own; slot++)
        if (*slot != NULL) py.drop(*slot);
    if (own->decision != NULL) py.drop(own->decision);
    py.release_tracked(self);
    py.drop(type);
}

static Slot choice_slots[] = {{DEALLOC, choice_dealloc}, {MEMBERS, choice_members}, {0}};
static Spec choice_spec = {"ruleslang.engine.match.decision.Option", 0, 0, 0, choice_slots};

/* ---------------------------------------------------------------- making them */

Object *loop_mover(const void *given)
{
    py = *(const __typeof__(py) *)given;
    mover_type = py.type_of(&mover_spec, NULL);
    return mover_type == NULL ? NULL : kept(mover_type);
}

static Object *extended(Spec *spec, Object *bases, intptr_t from, size_t by)
{
    for (Slot *slot = spec->slots; slot->slot; slot++)
        if (slot->slot == MEMBERS)
            for (Member *member = slot->function; member->name; member++) member->offset += from;
    spec->size = (int)(from + (intptr_t)by);
    return py.type_of(spec, bases);
}

/* `bases`: tuples of the class that is extended; `slow`: what Python does where C does not. */
Object *loop_match(Object *const bases[4], const intptr_t sizes[4], Object *const slow[14])
{
    base.match = sizes[0], base.decision = sizes[1], base.choices = sizes[2], base.choice = sizes[3];
    base.choose = kept(slow[0]), base.is_over = kept(slow[1]), base.decide = kept(slow[2]);
    base.item = kept(slow[3]), base.act = kept(slow[4]), base.actions = kept(slow[5]);
    base.key = kept(slow[6]), base.push = kept(slow[7]), base.pop = kept(slow[8]);
    base.go_on = kept(slow[9]), base.part = kept(slow[10]), base.taken_back = kept(slow[11]);
    base.memory = kept(slow[12]), base.address = kept(slow[13]);
    late_type = extended(&decision_spec, bases[1], sizes[1], sizeof(InDecision));
    choices_type = extended(&choices_spec, bases[2], sizes[2], sizeof(InChoices));
    choice_type = extended(&choice_spec, bases[3], sizes[3], sizeof(InChoice));
    if (late_type == NULL || choices_type == NULL || choice_type == NULL) return NULL;
    return extended(&match_spec, bases[0], sizes[0], sizeof(InMatch));
}
