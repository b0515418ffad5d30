/*
 * The key of a position, as `cells/key.py` makes it: a hash of items, each a name and typed values,
 * in which alike cards and pieces are renumbered. `cells/key_table.py` describes the table, whose
 * entries stand behind their number, and in which tuples are places; `cells/position_items.py` lists
 * the same items.
 */
__extension__ typedef unsigned __int128 Hash;

enum { N_CARDS = 1, N_PIECES, FAMILIES_AT, REGISTERS_AT, GROUPS_AT, ZONES_AT, WHOLE_AT, APART_AT };
enum { FACTS_AT = APART_AT + 1, N_HISTORIES, LIMITS_AT, WINDOWS_AT, LASTINGS_AT, RULES_AT };
enum { TITLES_AT = RULES_AT + 1, STANDING_AT, QUESTIONS_AT, LIVE_AT, WEIGHTS_AT };
enum { C_SPACE = 1, C_FROZEN, C_COUNTED, C_TURNS, C_OUTER, C_FACES, C_MARKS, C_TITLES, C_COUNTING };
enum { C_AGES = C_COUNTING + 1, C_WHERE, C_HISTORIES, C_LIMITS, C_WINDOWS, C_SUPPRESSED };
enum { C_PLAYED_AS = C_SUPPRESSED + 1, C_LASTING, C_QUEUE, C_AGAIN };
enum { I_REGISTERS, I_WHOLE, I_LIES, I_STANDS, I_SHOWN, I_COUNTS_AS, I_TOLD, I_HISTORY, I_LIMIT };
enum { I_WINDOW = I_LIMIT + 1, I_SUPPRESSED, I_PLAYED_AS, I_LASTING, I_WAITS, I_AGAIN, I_IS_TRUE };
enum { I_BEGAN = I_IS_TRUE + 1, I_FAULT, I_OVER, I_FRAME, I_ASKED, I_CHOSEN, I_OPTION, I_UNDRAWN };
enum { I_APART = I_UNDRAWN + 1, I_FROZEN = 1 << 20 };
enum { TYPE_NUMBERS, TYPE_CARD, TYPE_PIECE, TYPE_VAGUE, TYPE_SINCE, TYPE_SET, TYPE_LIST, BY_AGE = -1 };
enum { ARE_VALUES, ARE_PLACES, ARE_WAYS };
enum { PRINTED_AS = -2, AT_ONCE = 256, FEW_WORDS = 2048, MOST_ROUNDS = 64 };
#define THIS_ONE (NONE + 3)
#define ENTRIES(k, of, at) ((k)->t + (of)[at])

typedef struct {
    const St *s;
    const int64_t *t, *weights, *families; /* the table, and what is in it */
    const V *cells;
    int64_t of; /* what is added to names */
    V *items; /* each its name, the number of its slots; types and values */
    int64_t size, room, last, unknown; /* `unknown`: a block of which it is not known what it reads */
    int is_vague, has_no_room;
    int64_t things, cards;
    Hash *labels, *sums, *colours;
    int64_t *order, *in; /* things by their colours; of which group they are, or below 0 */
    int64_t *linked; /* whether an item relates them to others; the last one that did, + 2 */
} Key;

/* ---------------------------------------------------------------- hashes */

static Hash mixed_hash(Hash h)
{
    h *= 2 * h + 1, h ^= h >> 64;
    h *= 2 * h + 1;
    return h ^ h >> 64;
}

/* A hash of so many numbers, in their order. */
typedef struct {
    const int64_t *weights;
    Hash sum;
    int64_t at, left;
} Hashing;

static inline Hash signed_hash(int64_t number) { return (Hash)number; }

static inline Hashing begin_hash(const Key *k, int64_t number)
{
    return (Hashing){k->weights, (Hash)number + 1, 0, number};
}

static inline void add_hash(Hashing *h, Hash number)
{
    const uint64_t *w = (const uint64_t *)h->weights + 2 * h->at;
    h->sum += ((Hash)w[0] << 64 | w[1]) * number;
    h->left--;
    if (++h->at == AT_ONCE && h->left) h->sum = mixed_hash(h->sum), h->at = 0;
}

static inline Hash end_hash(Hashing *h) { return mixed_hash(h->sum); }

static Hash hash_of(const Key *k, const Hash *numbers, int64_t number)
{
    Hashing h = begin_hash(k, number);
    for (int64_t i = 0; i < number; i++) add_hash(&h, numbers[i]);
    return end_hash(&h);
}

/* The number of a typed value, in which things have these labels; none: their own numbers. */
static Hash number_of_value(const Key *k, int64_t type, V value, const Hash *labels)
{
    if (!is_tuple(value)) {
        int64_t place = type == TYPE_PIECE ? k->cards + value : value;
        if ((type != TYPE_CARD && type != TYPE_PIECE) || value < 0) return signed_hash(value);
        return labels != NULL && place < k->things ? labels[place] : signed_hash(place);
    }
    const V *p = T(k->s, value);
    int64_t of = type >> 3;
    if ((type & 7) == TYPE_SET) {
        Hash sum = TYPE_SET;
        for (int64_t i = 1; i <= p[0]; i++) {
            Hash member = number_of_value(k, of, p[i], labels);
            sum += hash_of(k, &member, 1);
        }
        return mixed_hash(sum);
    }
    Hashing h = begin_hash(k, p[0]);
    for (int64_t i = 1; i <= p[0]; i++)
        add_hash(&h, of || is_tuple(p[i]) ? number_of_value(k, of, p[i], labels) : signed_hash(p[i]));
    return end_hash(&h);
}

/* ---------------------------------------------------------------- items */

enum { I_NAME, I_SLOTS, ITEM_HEAD };

static int64_t item_end(const V *item) { return ITEM_HEAD + 2 * item[I_SLOTS]; }

/* The hash of an item, without one of its slots; below 0: of all. */
static Hash item_hash(const Key *k, const V *item, const Hash *labels, int64_t without)
{
    Hashing h = begin_hash(k, item[I_SLOTS] + (without < 0));
    add_hash(&h, signed_hash(item[I_NAME]));
    for (int64_t i = 0; i < item[I_SLOTS]; i++) {
        const V *slot = item + ITEM_HEAD + 2 * i;
        if (i != without) add_hash(&h, number_of_value(k, slot[0], slot[1], labels));
    }
    return end_hash(&h);
}

static __attribute__((cold, noinline)) void widen_items(Key *k)
{
    int64_t room = 2 * k->room;
    V *items = malloc((size_t)room * sizeof(V));
    if (items == NULL) {
        k->has_no_room = 1, k->size = 0;
        return;
    }
    memcpy(items, k->items, (size_t)k->size * sizeof(V));
    if (k->room > FEW_WORDS) free(k->items);
    k->items = items, k->room = room;
}

static inline void put_word(Key *k, V word)
{
    if (__builtin_expect(k->size == k->room, 0)) widen_items(k);
    k->items[k->size++] = word;
}

static inline void begin_item(Key *k, int64_t name)
{
    k->last = k->size;
    put_word(k, name);
    put_word(k, 0);
}

static inline void put_slot(Key *k, int64_t type, V value)
{
    put_word(k, type);
    put_word(k, value);
    k->is_vague |= type == TYPE_VAGUE && value != NONE;
    k->items[k->last + I_SLOTS]++;
}

static void put_numbers(Key *k, const V *numbers, int64_t number)
{
    for (int64_t i = 0; i < number; i++) put_slot(k, TYPE_NUMBERS, numbers[i]);
}

/* ---------------------------------------------------------------- what matters of a position */

static V family_cell(const Key *k, int64_t family) { return k->cells[k->families[family]]; }

/* The rows in a cell; none if the game has no such cell. */
static const V *rows_of(const Key *k, int64_t family)
{
    static const V no_rows[] = {0};
    return k->families[family] < 0 ? no_rows : T(k->s, family_cell(k, family));
}

static void list_cells(Key *k)
{
    const int64_t *registers = ENTRIES(k, k->t, REGISTERS_AT), *apart = ENTRIES(k, k->t, APART_AT);
    begin_item(k, k->of + I_REGISTERS);
    for (int64_t i = 1; i <= registers[0]; i++) put_slot(k, TYPE_NUMBERS, k->cells[registers[i]]);
    put_slot(k, TYPE_NUMBERS, family_cell(k, C_TURNS) > 1 ? family_cell(k, C_OUTER) : NONE);
    for (int64_t i = 1; i <= apart[0]; i++) {
        const int64_t *state = ENTRIES(k, apart, i), *indexes = ENTRIES(k, state, 3);
        const V *cells = k->cells + state[1];
        for (int64_t j = 0; j < indexes[0]; j++) {
            if (cells[j] == NONE || cells[j] == ABSENT) continue;
            const int64_t *index = ENTRIES(k, indexes, j + 1);
            begin_item(k, k->of + I_APART);
            put_slot(k, TYPE_NUMBERS, state[1]);
            for (int64_t at = 1; at < index[0]; at += 2) put_slot(k, index[at], index[at + 1]);
            put_slot(k, state[2], cells[j]);
        }
    }
}

static void list_places(Key *k)
{
    const int64_t *zones = ENTRIES(k, k->t, ZONES_AT);
    for (int64_t i = 1; i <= zones[0]; i++) {
        const int64_t *zone = ENTRIES(k, zones, i); /* its cell, whether it is ordered */
        V cards = k->cells[zone[1]];
        int64_t items = zone[2] ? T(k->s, cards)[0] : 1;
        for (int64_t at = 0; at < items; at++) {
            begin_item(k, k->of + I_LIES);
            put_slot(k, TYPE_NUMBERS, zone[1]);
            if (zone[2]) put_slot(k, TYPE_NUMBERS, at);
            if (zone[2]) put_slot(k, TYPE_CARD, T(k->s, cards)[at + 1]);
            else put_slot(k, 8 * TYPE_CARD + TYPE_SET, cards);
        }
    }
    const V *spaces = k->cells + k->families[C_SPACE];
    for (int64_t piece = 0; piece < k->t[N_PIECES]; piece++) {
        begin_item(k, k->of + I_STANDS);
        put_slot(k, TYPE_NUMBERS, spaces[piece]);
        put_slot(k, TYPE_PIECE, piece);
    }
}

static void list_cards(Key *k)
{
    const V *faces = k->cells + k->families[C_FACES], *marks = k->cells + k->families[C_MARKS];
    const int64_t counting = k->families[C_COUNTING], *facts = ENTRIES(k, k->t, FACTS_AT);
    for (int64_t card = 0; card < k->cards; card++) {
        if (faces[card] != NONE || marks[card] != NONE) {
            begin_item(k, k->of + I_SHOWN);
            put_slot(k, TYPE_NUMBERS, faces[card]);
            put_slot(k, TYPE_NUMBERS, marks[card]);
            put_slot(k, TYPE_CARD, card);
        }
        if (counting < 0 || k->cells[counting + card] == PRINTED_AS) continue;
        begin_item(k, k->of + I_COUNTS_AS);
        put_slot(k, TYPE_NUMBERS, k->cells[k->families[C_TITLES] + card]);
        put_slot(k, TYPE_NUMBERS, k->cells[counting + card]);
        put_slot(k, TYPE_CARD, card);
    }
    for (int64_t i = 1; i <= facts[0]; i++) {
        const int64_t *of = ENTRIES(k, facts, i);
        for (int64_t card = 0; card < k->cards; card++) {
            const V *told = T(k->s, k->cells[of[1] + card]);
            for (int64_t j = 1; j <= told[0]; j++) {
                const V *fact = T(k->s, told[j]); /* value, truth, to whom */
                begin_item(k, k->of + I_TOLD);
                put_slot(k, TYPE_NUMBERS, of[1]);
                put_numbers(k, fact + 2, 2);
                put_slot(k, TYPE_CARD, card);
                put_slot(k, of[2], fact[1]);
            }
        }
    }
}

static void put_typed(Key *k, const int64_t *types, const V *values)
{
    for (int64_t i = 1; i <= types[0]; i++) put_slot(k, types[i], values[i - 1]);
}

static void list_histories_and_limits(Key *k)
{
    for (int64_t history = 0; history < k->t[N_HISTORIES]; history++) {
        const V *rows = T(k->s, k->cells[k->families[C_HISTORIES] + history]);
        for (int64_t i = 1; i <= rows[0]; i++) {
            const V *row = T(k->s, rows[i]);
            begin_item(k, k->of + I_HISTORY);
            put_slot(k, TYPE_NUMBERS, history);
            put_numbers(k, row + 1, row[0]);
        }
    }
    const V *limits = rows_of(k, C_LIMITS), *windows = rows_of(k, C_WINDOWS);
    for (int64_t i = 1; i <= limits[0]; i++) {
        const V *row = T(k->s, limits[i]); /* number, title, player, what is named, count */
        begin_item(k, k->of + I_LIMIT);
        put_numbers(k, row + 1, 3);
        put_slot(k, TYPE_NUMBERS, row[row[0]]);
        put_typed(k, ENTRIES(k, ENTRIES(k, k->t, LIMITS_AT), row[1] + 1), row + 4);
    }
    for (int64_t i = 1; i <= windows[0]; i++) {
        const V *row = T(k->s, windows[i]); /* number, arguments */
        begin_item(k, k->of + I_WINDOW);
        put_slot(k, TYPE_NUMBERS, i - 1);
        put_slot(k, TYPE_NUMBERS, row[1]);
        if (row[1] < 0) continue;
        put_typed(k, ENTRIES(k, ENTRIES(k, k->t, WINDOWS_AT), row[1] + 1), T(k->s, row[2]) + 1);
    }
}

/* The place of the last lasting effect that began at a moment. */
static V began_at(const Key *k, V age)
{
    const V *lasting = rows_of(k, C_LASTING);
    int64_t at = lasting[0];
    while (at > 0 && T(k->s, lasting[at])[1] != age) at--;
    return at - 1;
}

/* The carrier and the member of a rule, and what it looked at: so many values. */
static void put_rule(Key *k, int64_t place, const V *values, int64_t number)
{
    const int64_t *rule = ENTRIES(k, ENTRIES(k, k->t, RULES_AT), place + 1);
    if (rule[1] == BY_AGE) put_slot(k, TYPE_NUMBERS, began_at(k, values[0]));
    else put_slot(k, rule[1], values[0]);
    if (number > 1) put_slot(k, rule[2], values[1]);
    if (number > 2) put_slot(k, TYPE_VAGUE, values[2]);
}

static void list_rules(Key *k)
{
    static const int64_t waiting[][2] = {{I_WAITS, C_QUEUE}, {I_AGAIN, C_AGAIN}};
    for (int64_t of = 0; of < 2; of++) {
        const V *rows = rows_of(k, waiting[of][1]);
        for (int64_t i = 1; i <= rows[0]; i++) {
            const V *row = T(k->s, rows[i]);
            begin_item(k, k->of + waiting[of][0]);
            put_slot(k, TYPE_NUMBERS, i - 1);
            put_slot(k, TYPE_NUMBERS, row[1]);
            put_rule(k, row[1], row + 2, row[0] - 1);
        }
    }
    const int64_t *rules = ENTRIES(k, k->t, RULES_AT);
    for (int64_t place = 0; place < rules[0]; place++) {
        int64_t cell = ENTRIES(k, rules, place + 1)[3];
        if (cell < 0) continue;
        const V *rows = T(k->s, k->cells[cell]);
        for (int64_t i = 1; i <= rows[0]; i++) {
            const V *row = T(k->s, rows[i]);
            begin_item(k, k->of + I_IS_TRUE);
            put_slot(k, TYPE_NUMBERS, place);
            put_rule(k, place, row + 1, row[0]);
        }
    }
}

static void list_effects(Key *k)
{
    const V *suppressed = rows_of(k, C_SUPPRESSED), *played = rows_of(k, C_PLAYED_AS);
    const V *lasting = rows_of(k, C_LASTING);
    for (int64_t i = 1; i <= suppressed[0]; i++) {
        const V *row = T(k->s, suppressed[i]);
        begin_item(k, k->of + I_SUPPRESSED);
        put_slot(k, TYPE_NUMBERS, i - 1);
        put_slot(k, TYPE_NUMBERS, row[1]);
        put_slot(k, TYPE_CARD, row[2]);
    }
    for (int64_t i = 1; i <= played[0]; i++) {
        const V *row = T(k->s, played[i]);
        begin_item(k, k->of + I_PLAYED_AS);
        put_slot(k, TYPE_NUMBERS, i - 1);
        put_numbers(k, row + 2, row[0] - 1);
        put_slot(k, TYPE_CARD, row[1]);
    }
    for (int64_t i = 1; i <= lasting[0]; i++) {
        const V *row = T(k->s, lasting[i]); /* age, number, holder, card, run, compared, captured */
        const int64_t *types = ENTRIES(k, ENTRIES(k, k->t, LASTINGS_AT), row[2] + 1);
        begin_item(k, k->of + I_LASTING);
        put_slot(k, TYPE_NUMBERS, i - 1);
        put_numbers(k, row + 2, 2);
        put_slot(k, TYPE_NUMBERS, row[5]);
        put_slot(k, TYPE_CARD, row[4]);
        put_typed(k, ENTRIES(k, types, 1), T(k->s, row[7]) + 1);
        if (row[6] != NONE) put_typed(k, ENTRIES(k, types, 2), T(k->s, row[6]) + 1);
    }
}

static void put_began(Key *k, V age, V what)
{
    begin_item(k, k->of + I_BEGAN);
    put_slot(k, TYPE_NUMBERS, age);
    put_slot(k, what >= 0 ? TYPE_CARD : TYPE_NUMBERS, what);
}

/* The order in which effects in force began: their moments, of which then only the rank is left. */
static void list_began(Key *k)
{
    enum { WORDS = ITEM_HEAD + 4, AGE = ITEM_HEAD + 1 };
    const int64_t *standing = ENTRIES(k, k->t, STANDING_AT) + 1, *any = standing;
    while (any < standing + standing[-1] && !*any) any++;
    if (any == standing + standing[-1]) return;
    int64_t of_titles = k->families[C_TITLES], first = k->size;
    const V *titles = of_titles < 0 ? ENTRIES(k, k->t, TITLES_AT) + 1 : k->cells + of_titles;
    const V *lasting = rows_of(k, C_LASTING), *where = k->cells + k->families[C_WHERE];
    for (int64_t i = 1; i <= lasting[0]; i++) put_began(k, T(k->s, lasting[i])[1], -i);
    for (int64_t card = 0; card < k->cards; card++)
        if (where[card] != NONE && standing[titles[card]])
            put_began(k, k->cells[k->families[C_AGES] + card], card);
    int64_t ages = (k->size - first) / WORDS;
    if (k->has_no_room || ages <= 0) return;
    V *items = k->items + first, now = INT64_MIN;
    for (int64_t i = 1; i < ages; i++) {
        V item[WORDS];
        memcpy(item, items + i * WORDS, sizeof item);
        int64_t j = i;
        for (; j > 0 && items[(j - 1) * WORDS + AGE] > item[AGE]; j--)
            memcpy(items + j * WORDS, items + (j - 1) * WORDS, sizeof item);
        memcpy(items + j * WORDS, item, sizeof item);
    }
    for (int64_t i = 0, rank = -1; i < ages; i++) {
        V *age = items + i * WORDS + AGE;
        if (*age != now) rank++, now = *age;
        *age = rank;
    }
}

static void list_options(Key *k)
{
    const St *s = k->s;
    const int64_t *of = ENTRIES(k, ENTRIES(k, k->t, QUESTIONS_AT), s->question + 1);
    const int64_t *ways = ENTRIES(k, of, 4); /* form, whether it is paid, type, types of ways */
    const V *options = T(s, s->options);
    begin_item(k, I_ASKED);
    put_slot(k, TYPE_NUMBERS, s->question);
    put_slot(k, TYPE_NUMBERS, s->who);
    put_slot(k, TYPE_NUMBERS, of[2] ? s->shown : EMPTY);
    const V *among = of[1] == ARE_PLACES ? T(s, T(s, s->shown)[1]) + 1 : NULL;
    const V *chosen = of[1] == ARE_PLACES ? T(s, T(s, s->shown)[2]) : NULL;
    for (int64_t i = 1; chosen != NULL && i <= chosen[0]; i++) {
        begin_item(k, I_CHOSEN);
        put_slot(k, of[3], among[chosen[i]]);
    }
    for (int64_t i = 1; i <= options[0]; i++) {
        V option = options[i];
        begin_item(k, I_OPTION);
        if (of[1] == ARE_WAYS && option != NONE) {
            const V *way = T(s, option);
            put_slot(k, TYPE_NUMBERS, way[1]);
            put_typed(k, ENTRIES(k, ways, way[1] + 1), way + 2);
        } else if (of[1] == ARE_PLACES) {
            put_slot(k, option < 0 ? TYPE_NUMBERS : of[3], option < 0 ? option : among[option]);
        } else if (of[1] == ARE_VALUES) {
            put_slot(k, of[3], option);
        }
    }
}

static void list_frames(Key *k)
{
    const St *s = k->s;
    int64_t depth = s->frames - 1;
    for (int64_t at = s->frame; depth >= 0; at = s->K[at - 1], depth--) {
        const V *frame = s->K + at;
        const int64_t *live = ENTRIES(k, ENTRIES(k, k->t, LIVE_AT), frame[0] + 1) + 1;
        if (live[0] < 0) {
            k->unknown = frame[0] + 1;
            return;
        }
        begin_item(k, I_FRAME);
        put_slot(k, TYPE_NUMBERS, depth);
        put_numbers(k, frame, 2);
        for (int64_t i = 1; i <= live[0]; i += 2) {
            V value = frame[live[i]];
            if (live[i + 1] == TYPE_SINCE) put_slot(k, TYPE_NUMBERS, value != s->S[COUNTED]);
            else put_slot(k, live[i + 1], value);
        }
    }
}

static void list_state(Key *k)
{
    list_cells(k);
    list_places(k);
    list_cards(k);
    list_histories_and_limits(k);
    list_effects(k);
    list_rules(k);
    list_began(k);
}

/* All items but those of whole stretches of cells. */
static void list_items(Key *k)
{
    const St *s = k->s;
    list_state(k);
    if (s->S[FROZEN] != NONE) {
        k->cells = T(s, s->S[FROZEN]) + 1, k->of = I_FROZEN;
        list_state(k);
        k->cells = s->S, k->of = 0;
    }
    if (s->fault) {
        begin_item(k, I_FAULT);
        put_slot(k, TYPE_NUMBERS, s->fault);
    }
    if (s->over) {
        begin_item(k, I_OVER);
        put_slot(k, TYPE_NUMBERS, s->capped);
        if (!s->fault && !(s->frames && !s->capped)) put_numbers(k, s->payoffs, SEATS);
        return;
    }
    list_frames(k);
    if (s->waits) list_options(k);
}

/* Stretches of cells without cards and pieces, as items. */
static Hash hash_of_stretches(const Key *k, const V *cells, int64_t of)
{
    const int64_t *whole = ENTRIES(k, k->t, WHOLE_AT);
    Hash sum = 0;
    for (int64_t i = 1; i <= whole[0]; i++) {
        const int64_t *range = ENTRIES(k, whole, i);
        Hashing h = begin_hash(k, range[2] - range[1]);
        for (int64_t at = range[1]; at < range[2]; at++)
            add_hash(&h, number_of_value(k, TYPE_NUMBERS, cells[at], NULL));
        Hash item[] = {signed_hash(of + I_WHOLE), signed_hash(range[1]), end_hash(&h)};
        sum += hash_of(k, item, 3);
    }
    return sum;
}

/* ---------------------------------------------------------------- renumbering */

/* What is done with each alike thing in a value; answers how many there are. */
typedef void Visit(Key *k, const V *item, int64_t one, Hash about);

static int64_t visit_value(Key *k, const V *item, int64_t type, V value, Visit *visit, Hash about)
{
    int64_t found = 0;
    if (is_tuple(value)) {
        const V *p = T(k->s, value);
        for (int64_t i = 1; type >> 3 && i <= p[0]; i++)
            found += visit_value(k, item, type >> 3, p[i], visit, about);
        return found;
    }
    if ((type != TYPE_CARD && type != TYPE_PIECE) || value < 0) return 0;
    int64_t one = type == TYPE_PIECE ? k->cards + value : value;
    if (one >= k->things || k->in[one] < 0) return 0;
    if (visit != NULL) visit(k, item, one, about);
    return 1;
}

static int is_flat(int64_t type)
{
    int64_t of = (type & 7) == TYPE_SET ? type >> 3 : type;
    return of == TYPE_CARD || of == TYPE_PIECE;
}

static void describe(Key *k, const V *item, int64_t one, Hash about)
{
    (void)item;
    k->sums[one] += about;
}

static void set_linked(Key *k, const V *item, int64_t one, Hash about)
{
    (void)item, (void)about;
    k->linked[one] = 1;
}

/* Once for each thing in an item: what the item tells of it. */
static void relate(Key *k, const V *item, int64_t one, Hash about)
{
    (void)about;
    if (k->linked[one] == item - k->items + 2) return;
    k->linked[one] = item - k->items + 2;
    k->labels[one] = signed_hash(THIS_ONE);
    k->sums[one] += item_hash(k, item, k->labels, -1);
    k->labels[one] = k->colours[one];
}

/*
 * Whether an item relates several things; if it is about single ones, it tells of each of them.
 */
static int is_related(Key *k, const V *item)
{
    int64_t slots = 0, last = 0;
    for (int64_t i = 0; item[I_NAME] != I_OPTION && i < item[I_SLOTS]; i++) {
        const V *slot = item + ITEM_HEAD + 2 * i;
        if (slot[0] && visit_value(k, item, slot[0], slot[1], NULL, 0)) slots++, last = i;
    }
    if (slots == 0) return 0;
    const V *slot = item + ITEM_HEAD + 2 * last;
    if (slots > 1 || !is_flat(slot[0])) return 1;
    visit_value(k, item, slot[0], slot[1], describe, item_hash(k, item, NULL, last));
    return 0;
}

static void visit_item(Key *k, const V *item, Visit *visit)
{
    for (int64_t i = 0; i < item[I_SLOTS]; i++) {
        const V *slot = item + ITEM_HEAD + 2 * i;
        visit_value(k, item, slot[0], slot[1], visit, 0);
    }
}

/* Sorts the things of each group by their colours, then their numbers; how many colours there are. */
static int64_t sort_colours(Key *k)
{
    const int64_t *groups = ENTRIES(k, k->t, GROUPS_AT);
    int64_t *order = k->order, colours = 0;
    for (int64_t i = 1; i <= groups[0]; i++) {
        const int64_t *group = ENTRIES(k, groups, i);
        for (int64_t at = 0; at < group[0]; at++) {
            int64_t one = group[at + 1], to = at;
            for (; to > 0 && k->colours[order[to - 1]] > k->colours[one]; to--) order[to] = order[to - 1];
            order[to] = one;
        }
        for (int64_t at = 0; at < group[0]; at++)
            colours += at == 0 || k->colours[order[at]] != k->colours[order[at - 1]];
        order += group[0];
    }
    return colours;
}

/* The first of those with the least colour that several linked things have; below 0: there is none. */
static int64_t first_tied(const Key *k)
{
    const int64_t *groups = ENTRIES(k, k->t, GROUPS_AT), *order = k->order;
    int64_t tied = -1;
    for (int64_t i = 1; i <= groups[0]; i++) {
        int64_t number = ENTRIES(k, groups, i)[0], last = -1;
        for (int64_t at = 0; at < number; at++) {
            int64_t one = order[at];
            if (!k->linked[one]) continue;
            if (last >= 0 && k->colours[last] == k->colours[one]) {
                if (tied < 0 || k->colours[last] < k->colours[tied]) tied = last;
            } else {
                last = one;
            }
        }
        order += number;
    }
    return tied;
}

/* Distinguishes them by their relations to each other. */
static void refine(Key *k, const V *const *related, int64_t number)
{
    for (int64_t i = 0; i < number; i++) visit_item(k, related[i], set_linked);
    int64_t colours = sort_colours(k);
    for (int round = 0; round < MOST_ROUNDS && first_tied(k) >= 0; round++) {
        int64_t before = colours;
        for (int64_t one = 0; one < k->things; one++) {
            k->labels[one] = k->in[one] < 0 ? signed_hash(one) : k->colours[one];
            k->sums[one] = 0, k->linked[one] = k->linked[one] != 0;
        }
        for (int64_t i = 0; i < number; i++) visit_item(k, related[i], relate);
        for (int64_t one = 0; one < k->things; one++) {
            Hash of[] = {k->colours[one], k->sums[one]};
            if (k->linked[one]) k->colours[one] = hash_of(k, of, 2);
        }
        colours = sort_colours(k);
        int64_t tied = colours == before ? first_tied(k) : -1;
        if (tied < 0) continue;
        Hash of[] = {k->colours[tied], signed_hash(THIS_ONE)};
        k->colours[tied] = hash_of(k, of, 2);
        colours = sort_colours(k);
    }
}

/* The labels are the new numbers of things, in the order of their colours. */
static void renumber(Key *k, const V **related)
{
    const int64_t *groups = ENTRIES(k, k->t, GROUPS_AT), *order = k->order;
    int64_t number = 0;
    for (V *item = k->items; item < k->items + k->size; item += item_end(item))
        if (is_related(k, item)) related[number++] = item;
    for (int64_t one = 0; one < k->things; one++) {
        Hash of[] = {signed_hash(k->in[one]), k->sums[one]};
        if (k->in[one] >= 0) k->colours[one] = hash_of(k, of, 2);
    }
    refine(k, related, number);
    for (int64_t one = 0; one < k->things; one++) k->labels[one] = signed_hash(one);
    for (int64_t i = 1; i <= groups[0]; i++) {
        const int64_t *group = ENTRIES(k, groups, i);
        for (int64_t at = 0; at < group[0]; at++) k->labels[order[at]] = signed_hash(group[at + 1]);
        order += group[0];
    }
}

/* With memory for all that is kept of each thing; whether there is some. */
static int renumber_all(Key *k)
{
    const int64_t *groups = ENTRIES(k, k->t, GROUPS_AT);
    int64_t things = k->things, apart = 3 * things * (int64_t)sizeof(Hash);
    int64_t items = k->size / ITEM_HEAD + 1;
    size_t bytes = (size_t)(apart + 3 * things * 8 + items * (int64_t)sizeof(V *));
    char *memory = malloc(bytes);
    if (memory == NULL) return 0;
    k->labels = (Hash *)(void *)memory, k->sums = k->labels + things, k->colours = k->sums + things;
    k->order = (int64_t *)(void *)(memory + apart), k->in = k->order + things, k->linked = k->in + things;
    memset(memory, 0, (size_t)(apart + 3 * things * 8));
    for (int64_t one = 0; one < things; one++) k->in[one] = -1;
    for (int64_t i = 1; i <= groups[0]; i++) {
        const int64_t *group = ENTRIES(k, groups, i);
        for (int64_t at = 1; at <= group[0]; at++) k->in[group[at]] = group[1];
    }
    renumber(k, (const V **)(void *)(k->linked + things));
    return 1;
}

static void write_hash(Hash hash, char *into)
{
    for (int at = 0; at < 32; at++) into[at] = "0123456789abcdef"[(int)(hash >> (124 - 4 * at)) & 15];
}

/*
 * The key of a match as 32 letters, by the table of its game. Answers 1; 0: there is not enough
 * memory; below 0: the table must be told what a block reads, counted from -1 downwards.
 */
int64_t rl_key(const St *s, const int64_t *t, char *into)
{
    V few[FEW_WORDS];
    Key k = {.s = s, .t = t, .cells = s->S, .items = few, .room = FEW_WORDS};
    k.weights = t + t[WEIGHTS_AT] + 1, k.families = t + t[FAMILIES_AT];
    k.cards = t[N_CARDS], k.things = t[N_CARDS] + t[N_PIECES];
    list_items(&k);
    if (k.unknown && k.items != few) free(k.items);
    if (k.unknown) return -k.unknown;
    if (!k.has_no_room && !k.is_vague && t[t[GROUPS_AT]]) k.has_no_room = !renumber_all(&k);
    Hash sum = 1 + hash_of_stretches(&k, s->S, 0);
    if (s->S[FROZEN] != NONE) sum += hash_of_stretches(&k, T(s, s->S[FROZEN]) + 1, I_FROZEN);
    for (V *item = k.items; !k.has_no_room && item < k.items + k.size; item += item_end(item))
        sum += item_hash(&k, item, k.labels, -1);
    if (k.items != few) free(k.items);
    free(k.labels);
    write_hash(mixed_hash(sum), into);
    return !k.has_no_room;
}
