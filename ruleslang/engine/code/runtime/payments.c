/* Operations of costs that draw on the same things. */

static __attribute__((unused)) V added_up(St *s, V rows)
{
    const V *p = T(s, rows);
    V *made = grab(s, p[0]);
    int64_t number = 0;
    for (int64_t i = 1; i <= p[0]; i++) {
        const V *row = T(s, p[i]);
        int64_t at = 1;
        while (at <= number && T(s, made[at])[1] != row[1]) at++;
        V *sum = grab(s, 2);
        sum[1] = row[1];
        sum[2] = row[2] + (at <= number ? T(s, made[at])[2] : 0);
        made[at] = reference(s, sum);
        if (at > number) number = at;
    }
    return shortened(s, made, p[0], number);
}

static int has_key_of(St *s, const V *shares, uint64_t some, V key)
{
    for (int64_t i = 1; i <= shares[0]; i++) {
        const V *share = T(s, shares[i]);
        for (int64_t k = 2; (some >> (i - 1) & 1) && k <= share[0]; k++)
            if (share[k] == key) return 1;
    }
    return 0;
}

static __attribute__((unused)) int finds_enough(St *s, V gives, V shares)
{
    const V *there = T(s, gives), *p = T(s, shares);
    for (uint64_t some = 1; some >> p[0] == 0; some++) {
        V wanted = 0, found = 0;
        for (int64_t i = 1; i <= p[0]; i++)
            if (some >> (i - 1) & 1) wanted += T(s, p[i])[1];
        for (int64_t i = 1; i <= there[0]; i++) {
            const V *row = T(s, there[i]);
            if (has_key_of(s, p, some, row[1])) found += row[2];
        }
        if (wanted > found) return 0;
    }
    return 1;
}

typedef struct {
    const V *sets, *taken;
    V *holder, *seen; /* by member */
} Finding;

static int find_member(St *s, Finding *f, int64_t of, V round)
{
    const V *members = T(s, f->sets[of]);
    for (int64_t i = 1; i <= members[0]; i++) {
        V member = members[i];
        if (f->seen[member] == round || place_among(s, member, f->taken, f->taken[0])) continue;
        f->seen[member] = round;
        if (f->holder[member] && !find_member(s, f, f->holder[member], round)) continue;
        f->holder[member] = of;
        return 1;
    }
    return 0;
}

static __attribute__((unused)) int all_find(St *s, V amounts, V sets, V taken)
{
    const V *wanted = T(s, amounts);
    Finding f = {.sets = T(s, sets), .taken = T(s, taken)};
    int64_t mark = s->top, most = 0, round = 0, all = 1;
    for (int64_t i = 1; i <= f.sets[0]; i++) {
        const V *members = T(s, f.sets[i]);
        for (int64_t j = 1; j <= members[0]; j++)
            if (members[j] > most) most = members[j];
    }
    f.holder = grab(s, most + 1) + 1, f.seen = grab(s, most + 1) + 1;
    for (int64_t i = 0; i <= most; i++) f.holder[i] = f.seen[i] = 0;
    for (int64_t of = 1; of <= wanted[0] && all; of++)
        for (V i = 0; i < wanted[of] && all; i++) all = find_member(s, &f, of, ++round);
    give_back(s, mark);
    return (int)all;
}
