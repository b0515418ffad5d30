/*
 * What states say of copies of a card to a player: nothing of a card that he does not see, and of
 * cards that he does not see in what is stored, that they are cards.
 */

static int is_of_another(V place, V who)
{
    return place != NONE && (seats_of_place[place] & ~(UINT64_C(1) << who)) != 0;
}

/* By the rule of its zone, or because it was shown to him; of others' zones as before secret plans. */
static int sees_card(St *s, V who, V card)
{
    const V *cells = s->S;
    if (s->S[FROZEN] != NONE) {
        const V *before = T(s, s->S[FROZEN]) + 1;
        if (is_of_another(s->S[WHERE + card], who) || is_of_another(before[WHERE + card], who))
            cells = before;
    }
    V shown = cells[MARKS + card], place = cells[WHERE + card];
    if (shown != NONE && is_in(s, who, shown)) return 1;
    return place != NONE && is_in(s, who, seers_of_zone(s, place));
}

static int is_unseen(St *s, V who, V value)
{
    return value >= 0 && value < ALL_CARDS && !sees_card(s, who, value);
}

static int same_as_seen(St *s, V one, V other, V who, int in_order)
{
    if (!is_tuple(one) || !is_tuple(other)) {
        if (one == other) return 1;
        return !is_tuple(one) && !is_tuple(other) && is_unseen(s, who, one) && is_unseen(s, who, other);
    }
    const V *p = T(s, one), *q = T(s, other);
    if (p[0] != q[0]) return 0;
    for (int64_t i = 1, j = 1; i <= p[0] || j <= q[0]; i++, j++) {
        while (!in_order && i <= p[0] && !is_tuple(p[i]) && is_unseen(s, who, p[i])) i++;
        while (!in_order && j <= q[0] && !is_tuple(q[j]) && is_unseen(s, who, q[j])) j++;
        if (i > p[0] || j > q[0]) return i > p[0] && j > q[0];
        if (!same_as_seen(s, p[i], q[j], who, 0)) return 0;
    }
    return 1;
}

/* Whether what is stored of two cards tells them apart; ABSENT says nothing. */
static int values_differ(St *s, V one, V of_one, V other, V of_other, V who)
{
    if (same(s, of_one, of_other)) return 0;
    if (of_one != ABSENT && !sees_card(s, who, one)) of_one = ABSENT;
    if (of_other != ABSENT && !sees_card(s, who, other)) of_other = ABSENT;
    return !same(s, of_one, of_other);
}

/* The same where cards are stored. */
static __attribute__((unused)) int held_differ(St *s, V one, V of_one, V other, V of_other, V who,
                                               int in_order)
{
    if (!values_differ(s, one, of_one, other, of_other, who)) return 0;
    if (of_one != ABSENT && !sees_card(s, who, one)) of_one = ABSENT;
    if (of_other != ABSENT && !sees_card(s, who, other)) of_other = ABSENT;
    return !same_as_seen(s, of_one, of_other, who, in_order);
}
