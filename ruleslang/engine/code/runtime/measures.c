/* Values that measures took: how many, their sum, the lowest, the highest. */

static inline void sample(int64_t *to, V value)
{
    if (value == NONE) return;
    if (to[0] == 0 || value < to[2]) to[2] = value;
    if (to[0] == 0 || value > to[3]) to[3] = value;
    to[0]++, to[1] += value;
}

static inline void sample_all(St *s, int64_t *to, V values)
{
    const V *p = T(s, values);
    for (int64_t i = 1; i <= p[0]; i++) sample(to, p[i]);
}
