/*
 * What lies between spaces, worked out when it is asked for: on large boards there are too many
 * pairs of spaces for tables. `ruleslang/engine/match/geometry.py` says what each function answers.
 */

enum { GRID, DIAGONAL_GRID, HEXES, LINE, RING, MAP };

static inline int64_t board_of(V space)
{
    int64_t board = 0;
    while (space >= boards[board].first + boards[board].columns * boards[board].rows) board++;
    return board;
}

static inline int64_t column_on(int64_t board, V space)
{
    return (space - boards[board].first) % boards[board].columns + 1;
}

static inline int64_t row_on(int64_t board, V space)
{
    return (space - boards[board].first) / boards[board].columns + 1;
}

static inline V space_at(int64_t board, int64_t column, int64_t row)
{
    if (column < 1 || column > boards[board].columns || row < 1 || row > boards[board].rows) return NONE;
    return boards[board].first + (row - 1) * boards[board].columns + column - 1;
}

static inline int is_in_plane(int64_t board) { return boards[board].shape <= HEXES; }

/* A column, counted in halves on hexes, of which every even row is shifted. */
static inline int64_t halves_across(int64_t board, V space)
{
    return 2 * column_on(board, space) + (boards[board].shape == HEXES && row_on(board, space) % 2 == 0);
}

/* ---------------------------------------------------------------- distances */

/* The distances from a space by its first space, in words that the caller gives back; -1: none. */
static V *distances_from(St *s, int64_t board, V start)
{
    int64_t spaces = boards[board].columns * boards[board].rows, first = boards[board].first;
    V *away = grab(s, spaces), *edge = grab(s, spaces);
    for (int64_t i = 1; i <= spaces; i++) away[i] = -1;
    int64_t looked_at = 0, found = 0;
    edge[++found] = start, away[start - first + 1] = 0;
    while (looked_at < found) {
        V here = edge[++looked_at];
        const V *near = T(s, near_spaces[here]);
        for (int64_t i = 1; i <= near[0]; i++) {
            if (away[near[i] - first + 1] >= 0) continue;
            away[near[i] - first + 1] = away[here - first + 1] + 1, edge[++found] = near[i];
        }
    }
    return away;
}

static V spaces_adjacent(St *s, V a, V b) { return is_in(s, b, near_spaces[a]); }

static V spaces_distance(St *s, V a, V b)
{
    int64_t board = board_of(a), columns, rows;
    if (board_of(b) != board) return NONE;
    columns = distance(column_on(board, a), column_on(board, b));
    rows = distance(row_on(board, a), row_on(board, b));
    switch (boards[board].shape) {
    case GRID: return columns + rows;
    case DIAGONAL_GRID: return columns > rows ? columns : rows;
    case HEXES:
        columns = distance(halves_across(board, a), halves_across(board, b));
        return rows + (columns > rows ? (columns - rows) / 2 : 0);
    case LINE: return columns;
    case RING: return smaller(columns, boards[board].columns - columns);
    default: break;
    }
    int64_t mark = s->top;
    V away = distances_from(s, board, a)[b - boards[board].first + 1];
    give_back(s, mark);
    return away < 0 ? NONE : away;
}

/* The spaces between the ends of the first shortest path. */
static V shortest_path(St *s, V a, V b)
{
    int64_t board = board_of(a), first = boards[board].first;
    if (board_of(b) != board) return EMPTY;
    V *made = grab(s, boards[board].columns), *away = distances_from(s, board, b);
    int64_t left = away[a - first + 1], found = 0;
    for (V here = a; left > 1;) {
        const V *near = T(s, near_spaces[here]);
        int64_t i = 1;
        left--;
        while (away[near[i] - first + 1] != left) i++;
        made[++found] = here = near[i];
    }
    give_back(s, place_of_words(s, away));
    return shortened(s, made, boards[board].columns, found);
}

/* ---------------------------------------------------------------- straight on */

static V spaces_ray(St *s, V a, V b)
{
    int64_t board = board_of(a), most = boards[board].columns + boards[board].rows, found = 0;
    if (board_of(b) != board || boards[board].shape == MAP) return ABSENT;
    if (a == b) return EMPTY;
    V *made = grab(s, most);
    if (boards[board].shape == RING) {
        int64_t size = boards[board].columns, start = column_on(board, a) - 1;
        int64_t by = column_on(board, b) - 1 - start + size, at = start;
        while ((at = (at + by) % size) != start) made[++found] = boards[board].first + at;
        return shortened(s, made, most, found);
    }
    int64_t x = halves_across(board, b), y = row_on(board, b);
    int64_t across = x - halves_across(board, a), down = y - row_on(board, a);
    for (V space; x > 1 && (space = space_at(board, x / 2, y)) != NONE; x += across, y += down)
        made[++found] = space;
    return shortened(s, made, most, found);
}

typedef struct {
    int64_t x, y;
} Point;

static inline Point centre_at(int64_t board, int64_t column, int64_t row)
{
    if (boards[board].shape == HEXES) return (Point){2 * column + (row % 2 == 0), 3 * row};
    return (Point){2 * column, 2 * row};
}

static inline int64_t turn(Point of, Point a, Point b)
{
    return (a.x - of.x) * (b.y - of.y) - (a.y - of.y) * (b.x - of.x);
}

static int corners_at(int64_t board, Point centre, Point *corners)
{
    static const Point square[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const Point hexagon[] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};
    int is_hex = boards[board].shape == HEXES, number = is_hex ? 6 : 4;
    for (int i = 0; i < number; i++) {
        Point by = is_hex ? hexagon[i] : square[i];
        corners[i] = (Point){centre.x + by.x, centre.y + by.y};
    }
    return number;
}

enum { CROSSED, TOUCHED, SPLIT };

/* Whether a line, or with the first two the segment of it, meets a space (as `_is_crossed` …). */
static int meets(int64_t board, int how, Point centre, Point start, Point end)
{
    Point corners[6];
    int number = corners_at(board, centre, corners), loose = how == TOUCHED;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int i = 0; i < number; i++) {
        int64_t side = turn(start, end, corners[i]);
        low = side < low ? side : low, high = side > high ? side : high;
    }
    if (low >= loose || high <= -loose) return 0;
    for (int i = 0; how != SPLIT && i < number; i++) {
        Point a = corners[i], b = corners[(i + 1) % number];
        int64_t from = turn(a, b, start), to = turn(a, b, end), inner = 0, outer = 0;
        for (int j = 0; j < number; j++) {
            int64_t side = turn(a, b, corners[j]);
            inner = side < inner ? side : inner, outer = side > outer ? side : outer;
        }
        int64_t most = from > to ? from : to, least = from > to ? to : from;
        if (most < inner + !loose || least > outer - !loose) return 0;
    }
    return 1;
}

typedef struct {
    int64_t along, off, space;
} Met;

static int is_before_met(Met a, Met b)
{
    if (a.along != b.along) return a.along < b.along;
    return a.off != b.off ? a.off < b.off : a.space < b.space;
}

/*
 * The spaces that the line through two centres meets, in order; all but its ends, unless the line is
 * endless. Rows are visited in the direction of the line, in which few spaces change their places.
 */
static V met_by_line(St *s, V a, V b, int how)
{
    int64_t board = board_of(a), other = board_of(b), columns = boards[board].columns;
    int64_t first = how == SPLIT ? 1 : row_on(board, a), found = 0;
    int64_t last = how == SPLIT ? boards[board].rows : row_on(other, b);
    Point start = centre_at(board, column_on(board, a), row_on(board, a));
    Point end = centre_at(board, column_on(other, b), row_on(other, b));
    if (how == SPLIT && start.y > end.y) last = first, first = boards[board].rows;
    int64_t step = first <= last ? 1 : -1, most = 8 * (columns + boards[board].rows + 4);
    int64_t left = smaller(column_on(board, a), column_on(other, b)) - 1;
    int64_t right = larger(column_on(board, a), column_on(other, b)) + 1;
    int64_t stretch = boards[board].shape == HEXES ? 3 : 1;
    V *made = grab(s, most);
    Met *met = (Met *)(grab(s, 3 * most) + 1);
    for (int64_t row = first;; row += step) {
        int64_t low = how == SPLIT ? 1 : left, high = how == SPLIT ? columns : right;
        if (start.y != end.y) { /* where the line is in this row, and a space more on both sides */
            int64_t y = centre_at(board, 1, row).y - start.y, down = end.y - start.y;
            int64_t at = start.x + (end.x - start.x) * (y - 2) / down;
            int64_t then = start.x + (end.x - start.x) * (y + 2) / down;
            low = larger(low, smaller(at, then) / 2 - 2), high = smaller(high, larger(at, then) / 2 + 2);
        }
        for (int64_t column = low; column <= high; column++) {
            V space = space_at(board, column, row);
            if (space == NONE || (how != SPLIT && (space == a || space == b))) continue;
            Point here = centre_at(board, column, row);
            if (!meets(board, how, here, start, end)) continue;
            int64_t off = turn(start, end, here);
            int64_t along = stretch * (end.x - start.x) * (here.x - start.x)
                            + (end.y - start.y) * (here.y - start.y);
            Met one = {along, off < 0 ? -off : off, space};
            int64_t i = found++;
            for (; i > 0 && is_before_met(one, met[i - 1]); i--) met[i] = met[i - 1];
            met[i] = one;
        }
        if (row == last) break;
    }
    for (int64_t i = 0; i < found; i++) made[i + 1] = met[i].space;
    give_back(s, place_of_words(s, (V *)met - 1));
    return shortened(s, made, most, found);
}

static V spaces_line(St *s, V a, V b)
{
    return is_in_plane(board_of(a)) ? met_by_line(s, a, b, CROSSED) : shortest_path(s, a, b);
}

static V spaces_touched(St *s, V a, V b)
{
    return is_in_plane(board_of(a)) ? met_by_line(s, a, b, TOUCHED) : shortest_path(s, a, b);
}

static V spaces_whole_line(St *s, V a, V b)
{
    int64_t board = board_of(a), spaces = boards[board].columns * boards[board].rows;
    if (board_of(b) != board || boards[board].shape == MAP) return ABSENT;
    if (a == b) return EMPTY;
    return is_in_plane(board) ? met_by_line(s, a, b, SPLIT)
                              : numbers(s, boards[board].first, boards[board].first + spaces - 1);
}
