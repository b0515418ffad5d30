#include <string.h>

/* The first word says what is done, the others how much of it. */
int main(int arguments, char **given)
{
    char *part = given[1], **rest = &given[2];
    if (strcmp(part, "whole_games") == 0) return whole_games(rest);
    if (strcmp(part, "edges_of_heaps") == 0) return edges_of_heaps(rest);
    if (strcmp(part, "many_at_once") == 0) return many_at_once(rest);
    return arguments;
}
