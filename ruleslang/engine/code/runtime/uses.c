/*
 * Uses of limits that count for sets or lists of cards, or for several cards, where they tell copies
 * of a card apart: what a use says of one, a use must say of the other. A single card that is
 * counted for is left open there; sets and lists are compared as they are.
 */

static int is_named_by(St *s, const V *use, V card)
{
    for (int64_t k = use_begins[use[1]]; k < use_begins[use[1] + 1]; k++)
        if (contains(s, use[use_cards[k]], card)) return 1;
    return 0;
}

static int says_the_same(St *s, const V *use, V one, const V *its, V other)
{
    if (use[0] != its[0] || use[1] != its[1]) return 0;
    int64_t k = single_begins[use[1]], end = single_begins[use[1] + 1];
    for (int64_t at = 2; at <= use[0]; at++) {
        int is_single = k < end && single_cards[k] == at;
        k += is_single;
        if (is_single && (use[at] == one || its[at] == other)) {
            if (use[at] != one || its[at] != other) return 0;
        } else if (!same(s, use[at], its[at])) {
            return 0;
        }
    }
    return 1;
}

static int use_is_missing(St *s, const V *uses, V one, V other)
{
    for (int64_t i = 1; i <= uses[0]; i++) {
        const V *use = T(s, uses[i]);
        if (!is_named_by(s, use, one)) continue;
        int64_t j = 1;
        for (; j <= uses[0]; j++) {
            const V *its = T(s, uses[j]);
            if (is_named_by(s, its, other) && says_the_same(s, use, one, its, other)) break;
        }
        if (j > uses[0]) return 1;
    }
    return 0;
}

static int uses_of_several_differ(St *s, V one, V other)
{
    const V *uses = T(s, s->S[LIMITS]);
    return use_is_missing(s, uses, one, other) || use_is_missing(s, uses, other, one);
}
