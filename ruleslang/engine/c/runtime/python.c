/*
 * `rl_pick` as a method of Python, which costs a fifth of a call through ctypes. What it needs of
 * Python is given to it, so that a library is linked with nothing.
 */

typedef struct {
    const char *name;
    void *(*called)(void *self, void *given);
    int flags;
    const char *said;
} Method;

typedef void *ToAddress(void *object);
typedef long long ToNumber(void *object);
typedef void *ToObject(long long number);
typedef void *Raised(void);

static struct {
    ToAddress *to_address;
    ToNumber *to_number;
    ToObject *to_object;
    Raised *raised;
} python;

/* `self` is the address of a match as a number of Python. */
static void *pick_called(void *self, void *given)
{
    long long index = python.to_number(given);
    if (index == -1 && python.raised() != NULL) return NULL;
    return python.to_object(rl_pick(python.to_address(self), (int)index));
}

#define ONE_ARGUMENT 8

static Method pick_method = {"pick", pick_called, ONE_ARGUMENT, "Make a choice, by its number."};

Method *rl_method(ToAddress *to_address, ToNumber *to_number, ToObject *to_object, Raised *raised)
{
    python.to_address = to_address, python.to_number = to_number;
    python.to_object = to_object, python.raised = raised;
    return &pick_method;
}
