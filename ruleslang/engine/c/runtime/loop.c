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
enum { MAPPING_LENGTH = 4, SEQUENCE_LENGTH = 45, DEALLOC = 52, METHODS = 64, MEMBERS = 72, GETSET = 73 };
enum { KEYWORDS = 2, ONE_ARGUMENT = 8, FAST = 128 };

/* In the order in which `engine/c/move_match.py` names them. */
static struct {
    void (*keep)(Object *), (*drop)(Object *);
    long long (*to_number)(Object *);
    Object *(*raised)(void);
    void (*forget)(void);
    int (*append)(Object *list, Object *entry);
    Object *(*new)(Object *type, intptr_t items);
    void (*release)(void *), (*untrack)(void *), (*release_tracked)(void *);
    Object *(*call)(Object *function, Object *const *arguments, size_t number, Object *names);
    Object *(*type_of)(Spec *spec, Object *bases);
    Object *none, *yes, *no, *number, *stopped;
} py;

static Object *kept(Object *object)
{
    py.keep(object);
    return object;
}

/* ---------------------------------------------------------------- a match of the engine */

/*
 * `asked`: who, in the high half, and the number of choices; `state` is 0 once others play on.
 * `owner` keeps the memory that the state is in.
 */
typedef struct {
    Object head;
    int64_t (*pick)(void *state, int index);
    void *state;
    int64_t asked, moves;
    Object *chosen, *owner;
} Mover;

static Object *mover_type;

#define CHOICES(asked) ((asked) & 0xffffffff)

static int is_moved(Mover *self, Object *choice, int64_t most)
{
    if (choice->type != py.number || self->state == NULL || self->moves >= most) return 0;
    long long index = py.to_number(choice);
    if (index == -1 && py.raised() != NULL) py.forget();
    if (index < 0 || index >= CHOICES(self->asked)) return 0;
    if (py.append(self->chosen, choice)) return -1;
    self->asked = 0; /* to whatever a signal runs meanwhile */
    self->moves++;
    self->asked = self->pick(self->state, (int)index);
    if (self->asked >= 0) return 1;
    self->asked = 0, self->state = NULL, self->moves--; /* an exception has stopped it, raised here */
    Object *none = py.call(py.stopped, &self->chosen, 1, NULL);
    if (none != NULL) py.drop(none);
    return none == NULL ? -1 : 1;
}

/* Whether it was done; what is no index of a choice changes nothing. */
static Object *mover_choose(Mover *self, Object *choice)
{
    int is = is_moved(self, choice, INT64_MAX);
    return is < 0 ? NULL : kept(is ? py.yes : py.no);
}

static void mover_dealloc(Mover *self)
{
    Object *type = self->head.type;
    if (self->chosen != NULL) py.drop(self->chosen);
    if (self->owner != NULL) py.drop(self->owner);
    py.release(self);
    py.drop(type);
}

static Method mover_methods[] = {{"choose", mover_choose, ONE_ARGUMENT, NULL}, {NULL}};

static Member mover_members[] = {
    {"state", T_LONG, offsetof(Mover, state)},
    {"asked", T_LONG, offsetof(Mover, asked)},
    {"moves", T_LONG, offsetof(Mover, moves)},
    {"chosen", T_OBJECT, offsetof(Mover, chosen), READ_ONLY},
    {NULL},
};

static Slot mover_slots[] = {
    {METHODS, mover_methods}, {MEMBERS, mover_members}, {DEALLOC, mover_dealloc}, {0}};

/* pick, state, asked, the choices made so far and their number, owner */
static Object *new_mover(Object *self, Object *const *given, intptr_t number)
{
    (void)self, (void)number;
    Mover *mover = (Mover *)py.new(mover_type, 0);
    if (mover == NULL) return NULL;
    mover->pick = (int64_t(*)(void *, int))(intptr_t)py.to_number(given[0]);
    mover->state = (void *)(intptr_t)py.to_number(given[1]);
    mover->asked = py.to_number(given[2]);
    mover->moves = py.to_number(given[4]);
    mover->chosen = kept(given[3]), mover->owner = kept(given[5]);
    return &mover->head;
}

Method loop_new_mover = {"new_mover", new_mover, FAST};

static Spec mover_spec = {"ruleslang.engine.c.move_match.Mover", sizeof(Mover), 0, 0, mover_slots};

/* ---------------------------------------------------------------- the match of the API */

typedef struct {
    Object *mover, *line, *late; /* `late`: the decision that was handed out last */
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

/* The sizes of the classes that are extended, which is where these lie; what Python does. */
static struct {
    intptr_t match, decision, choices;
    Object *choose, *is_over, *decide;
} base;
static Object *late_type, *choices_type;

static InMatch *in_match(Object *self) { return (InMatch *)((char *)self + base.match); }

static InDecision *in_decision(Object *self) { return (InDecision *)((char *)self + base.decision); }

static InChoices *in_choices(Object *self) { return (InChoices *)((char *)self + base.choices); }

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

static Object *choose(Object *self, Object *const *given, intptr_t number, Object *names)
{
    InMatch *match = in_match(self);
    Mover *mover = mover_of(match);
    if (mover != NULL && number == 1 && names == NULL && !match->held) {
        int is = is_moved(mover, given[0], match->keep_at);
        if (is) return is < 0 ? NULL : kept(py.none);
    }
    enum { MOST = 8 };
    Object *all[MOST + 1] = {self};
    intptr_t in_all = number, at;
    if (names != NULL) in_all += ((intptr_t *)names)[2]; /* the size of a tuple */
    if (in_all > MOST) in_all = MOST, names = NULL; /* which Python refuses */
    for (at = 0; at < in_all; at++) all[at + 1] = given[at];
    return py.call(base.choose, all, (size_t)(names == NULL ? in_all + 1 : number + 1), names);
}

static Method match_methods[] = {
    {"choose", choose, FAST | KEYWORDS, NULL}, {NULL}};
static Property match_properties[] = {{"is_over", is_over}, {"decision", decision}, {NULL}};
static Member match_members[] = {
    {"_mover", T_OBJECT, offsetof(InMatch, mover)},
    {"_line", T_OBJECT, offsetof(InMatch, line)},
    {"_late", T_OBJECT, offsetof(InMatch, late)},
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
    {SEQUENCE_LENGTH, length}, {MAPPING_LENGTH, length}, {MEMBERS, choices_members}, {0}};
static Spec choices_spec = {"ruleslang.engine.match.late_decision.Choices", 0, 0, 0, choices_slots};

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
Object *loop_match(Object *const bases[3], const intptr_t sizes[3], Object *const slow[3])
{
    base.match = sizes[0], base.decision = sizes[1], base.choices = sizes[2];
    base.choose = kept(slow[0]), base.is_over = kept(slow[1]), base.decide = kept(slow[2]);
    late_type = extended(&decision_spec, bases[1], sizes[1], sizeof(InDecision));
    choices_type = extended(&choices_spec, bases[2], sizes[2], sizeof(InChoices));
    if (late_type == NULL || choices_type == NULL) return NULL;
    return extended(&match_spec, bases[0], sizes[0], sizeof(InMatch));
}
