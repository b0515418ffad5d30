/*
 * Three games as somebody writes them by hand for speed, with the streams of chance that the engines
 * have: the same seed is the same game. Each function plays random games of some seeds.
 */
#include <stdint.h>
#include <string.h>

typedef struct { int64_t decisions, winners, payoffs[2]; } Result;

/* ---------------------------------------------------------------- chance */

static uint64_t derive(uint64_t seed, uint64_t purpose)
{
    uint64_t z = seed + (purpose + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (z ^ (z >> 31)) % (UINT64_C(4294883355) * UINT64_C(0x100000000) - 2) + 1;
}

static inline uint32_t next32(uint64_t *word)
{
    uint32_t low = (uint32_t)*word, high = (uint32_t)(*word >> 32);
    *word = (uint64_t)low * UINT64_C(4294883355) + high;
    return low ^ high;
}

static inline int below(uint64_t *word, uint32_t number)
{
    uint64_t product = (uint64_t)next32(word) * number;
    if ((uint32_t)product < number) {
        uint32_t threshold = -number % number;
        while ((uint32_t)product < threshold) product = (uint64_t)next32(word) * number;
    }
    return (int)(product >> 32);
}

static void shuffle(uint64_t *word, uint8_t *cards, int number)
{
    for (int i = number - 1; i > 0; i--) {
        int j = below(word, (uint32_t)i + 1);
        uint8_t kept = cards[i];
        cards[i] = cards[j], cards[j] = kept;
    }
}

/* ---------------------------------------------------------------- cards in order */

typedef struct { int number; uint8_t cards[64]; } Hand;

static void add(Hand *hand, uint8_t card)
{
    int at = hand->number++;
    for (; at > 0 && hand->cards[at - 1] > card; at--) hand->cards[at] = hand->cards[at - 1];
    hand->cards[at] = card;
}

static void drop(Hand *hand, uint8_t card)
{
    int at = 0;
    while (hand->cards[at] != card) at++;
    memmove(hand->cards + at, hand->cards + at + 1, (size_t)(--hand->number - at));
}

/* ---------------------------------------------------------------- connect four */

static int has_line(const int8_t board[7][6], int column, int row, int player)
{
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int number = 1;
        for (int way = -1; way <= 1; way += 2) {
            int x = column + way * steps[i][0], y = row + way * steps[i][1];
            while (x >= 0 && x < 7 && y >= 0 && y < 6 && board[x][y] == player) {
                number++;
                x += way * steps[i][0], y += way * steps[i][1];
            }
        }
        if (number >= 4) return 1;
    }
    return 0;
}

static void connect_four(uint64_t seed, const uint64_t *numbers, Result *result)
{
    uint64_t bots[2] = {derive(seed, numbers[0]), derive(seed, numbers[1])};
    int8_t board[7][6], height[7] = {0};
    memset(board, -1, sizeof board);
    for (int player = 0, discs = 0; discs < 42; discs++, player = 1 - player) {
        int columns[7], number = 0;
        for (int row = 0; row < 6; row++)
            for (int column = 0; column < 7; column++)
                if (height[column] == row) columns[number++] = column;
        int column = columns[0];
        if (number > 1) result->decisions++, column = columns[below(&bots[player], (uint32_t)number)];
        int row = height[column]++;
        board[column][row] = (int8_t)player;
        if (has_line(board, column, row, player)) {
            result->winners = 1 << player;
            result->payoffs[player] = 1, result->payoffs[1 - player] = -1;
            return;
        }
    }
}

/* ---------------------------------------------------------------- crazy eights */

typedef struct {
    Hand hand[2];
    uint8_t pile[52];
    int next, top, wanted, is_done, passes;
    uint64_t bots[2];
    int64_t decisions;
} Eights;

static inline int rank_of(int card) { return card / 4 + 2; }
static inline int suit_of(int card) { return card % 4; }

static void lay(Eights *g, int player, int card)
{
    drop(&g->hand[player], (uint8_t)card);
    g->top = card, g->wanted = suit_of(card), g->is_done = 1, g->passes = 0;
    if (rank_of(card) == 8 && g->hand[player].number > 0) {
        g->decisions++;
        g->wanted = below(&g->bots[player], 4);
    }
}

static void may_lay(Eights *g, int player)
{
    int options[52], number = 0;
    const Hand *hand = &g->hand[player];
    for (int i = 0; i < hand->number; i++) {
        int card = hand->cards[i], rank = rank_of(card);
        if (rank == 8 || suit_of(card) == g->wanted || rank == rank_of(g->top)) options[number++] = card;
    }
    if (number == 0) return;
    g->decisions++;
    int choice = below(&g->bots[player], (uint32_t)number + 1);
    if (choice < number) lay(g, player, options[choice]);
}

static int score(const Hand *hand)
{
    int sum = 0;
    for (int i = 0; i < hand->number; i++) {
        int rank = rank_of(hand->cards[i]);
        sum -= rank == 8 ? 50 : rank < 10 ? rank : 10;
    }
    return sum;
}

static void deal(Eights *g, uint64_t seed, const uint64_t *numbers, int dealer)
{
    uint64_t word = derive(seed, numbers[3]), starter = derive(seed, numbers[4]);
    for (int card = 0; card < 52; card++) g->pile[card] = (uint8_t)card;
    shuffle(&word, g->pile, 52);
    for (int i = 0; i < 14; i++) add(&g->hand[(dealer + 1 + i) % 2], g->pile[g->next++]);
    Hand left = {0};
    for (int i = g->next; i < 52; i++)
        if (rank_of(g->pile[i]) != 8) add(&left, g->pile[i]);
    g->top = left.cards[below(&starter, (uint32_t)left.number)];
    int at = g->next;
    while (g->pile[at] != g->top) at++;
    memmove(g->pile + g->next + 1, g->pile + g->next, (size_t)(at - g->next));
    g->next++;
    g->wanted = suit_of(g->top);
}

static void crazy_eights(uint64_t seed, const uint64_t *numbers, Result *result)
{
    Eights game = {.bots = {derive(seed, numbers[0]), derive(seed, numbers[1])}}, *g = &game;
    uint64_t word = derive(seed, numbers[2]);
    int dealer = below(&word, 2);
    deal(g, seed, numbers, dealer);
    for (int player = 1 - dealer;; player = 1 - player) {
        g->is_done = 0;
        for (int i = 0; i < 5 && !g->is_done && g->next < 52; i++) {
            may_lay(g, player);
            if (!g->is_done) add(&g->hand[player], g->pile[g->next++]);
        }
        if (!g->is_done) may_lay(g, player);
        if (!g->is_done && g->next == 52) g->passes++;
        if (g->hand[player].number == 0) result->winners = 1 << player;
        if (g->hand[player].number == 0 || g->passes > 2) break;
    }
    result->decisions = g->decisions;
    for (int player = 0; player < 2; player++) result->payoffs[player] = score(&g->hand[player]);
    if (result->winners == 0) {
        int64_t difference = result->payoffs[0] - result->payoffs[1];
        result->winners = difference > 0 ? 1 : difference < 0 ? 2 : 3;
    }
}

/* ---------------------------------------------------------------- the duel */

typedef struct {
    Hand hand[2];
    uint8_t pile[60];
    int next, life[2], energy[2];
    uint64_t bots[2], die;
    int64_t decisions;
} Duel;

static inline int harm_of(int card) { return card / 12 + 1; }
static inline int cost_of(int card) { return card / 4 % 3 + 1; }

static int blocks(Duel *g, int player, int harm)
{
    int options[60], number = 0;
    const Hand *hand = &g->hand[player];
    for (int i = 0; i < hand->number; i++)
        if (harm_of(hand->cards[i]) >= harm && cost_of(hand->cards[i]) <= g->energy[player])
            options[number++] = hand->cards[i];
    if (number == 0) return 0;
    g->decisions++;
    int choice = below(&g->bots[player], (uint32_t)number + 1);
    if (choice == number) return 0;
    g->energy[player] -= cost_of(options[choice]);
    drop(&g->hand[player], (uint8_t)options[choice]);
    return 1;
}

static int casts(Duel *g, int player)
{
    int options[60], number = 0, other = 1 - player;
    const Hand *hand = &g->hand[player];
    if (g->life[other] > 0)
        for (int i = 0; i < hand->number; i++)
            if (cost_of(hand->cards[i]) <= g->energy[player]) options[number++] = hand->cards[i];
    if (number == 0) return 0;
    g->decisions++;
    int choice = below(&g->bots[player], (uint32_t)number + 1);
    if (choice == number) return 0;
    int card = options[choice], harm = harm_of(card);
    g->energy[player] -= cost_of(card);
    drop(&g->hand[player], (uint8_t)card);
    if (blocks(g, other, harm)) return 1;
    harm += below(&g->die, 6) >= 3;
    g->life[other] = g->life[other] > harm ? g->life[other] - harm : 0;
    return 1;
}

static void duel(uint64_t seed, const uint64_t *numbers, Result *result)
{
    Duel game = {.life = {20, 20}, .bots = {derive(seed, numbers[0]), derive(seed, numbers[1])}};
    Duel *g = &game;
    uint64_t word = derive(seed, numbers[2]);
    g->die = derive(seed, numbers[3]);
    for (int card = 0; card < 60; card++) g->pile[card] = (uint8_t)card;
    shuffle(&word, g->pile, 60);
    for (int i = 0; i < 10; i++) add(&g->hand[i % 2], g->pile[g->next++]);
    for (int player = 0;; player = 1 - player) {
        g->energy[player] = g->energy[player] > 3 ? 6 : g->energy[player] + 3;
        if (g->next < 60) add(&g->hand[player], g->pile[g->next++]);
        while (casts(g, player)) continue;
        if (g->life[1 - player] == 0) result->winners = 1 << player;
        if (g->life[1 - player] == 0 || g->next == 60) break;
    }
    result->decisions = g->decisions;
    int difference = g->life[0] - g->life[1];
    result->payoffs[0] = difference, result->payoffs[1] = -difference;
    if (result->winners == 0) result->winners = difference > 0 ? 1 : difference < 0 ? 2 : 3;
}

/* ---------------------------------------------------------------- many games */

#define PLAY_MANY(game)                                                                          \
    void play_##game(const uint64_t *seeds, int64_t games, const uint64_t *numbers, Result *to)  \
    {                                                                                            \
        for (int64_t i = 0; i < games; i++) {                                                    \
            memset(&to[i], 0, sizeof to[i]);                                                     \
            game(seeds[i], numbers, &to[i]);                                                     \
        }                                                                                        \
    }

PLAY_MANY(connect_four)
PLAY_MANY(crazy_eights)
PLAY_MANY(duel)
