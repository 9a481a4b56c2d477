// Tomb of Four Kings, a game by Matthew Lowes, in C: the rules of docs/rules/tomb.md with the random
// stream of sfc32.py and the policy `heuristic` of agents/tomb_policies.py, in one file. The compiled
// rules are measured against it and must have the same totals.
//
//   tomb key0 key1 key2 first count knob...
//
// Prints the totals of `count` games, and their CPU time in seconds.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CARDS_A_TURN, RISK, WEAK, DEEPEST, KINGS, JACK_FROM, JACK_BACK, DODGE_FROM, FLEE, PICK_FROM, KEEP_KINGS };
enum { SPADES, HEARTS, DIAMONDS, CLUBS };
enum { ACE = 1, TEN = 10, JACK, QUEEN, KING };
enum { JOKER = 56, SCROLL = 56 };
enum { ESCAPED = 1, SLAIN, LOST };
#define BIT(c) (1ull << (c))
#define CARD(r, s) ((r) * 4 + (s))
static const uint64_t KINGSET = 15ull << 52, DIASET = 0x444444444ull << 8;
#define TREASURE (KINGSET | DIASET | BIT(SCROLL))

static long knobs[11];
static uint8_t DECK[48];

typedef struct { int turn, deepest, hp, torches, left, ending, kings, points, slayer, moves, torches_turning, left_turning; } Result;

static inline int worth(int c) { return c == SCROLL ? 6 : (c >> 2) > 10 ? 10 : c >> 2; }

static inline void shuffle(uint8_t *d, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t n = 1, w;
#define NEXT (w = a + b + n++, a = b ^ (b >> 9), b = c + (c << 3), c = ((c << 21) | (c >> 11)) + w, w)
    for (int i = 0; i < 12; i++) NEXT;
    memcpy(d, DECK, 48);
    for (uint32_t last = 43; last > 0; last--) {
        uint32_t limit = last + 1;
        uint64_t p = (uint64_t)NEXT * limit;
        if (__builtin_expect((uint32_t)p < limit, 0)) {
            uint32_t uneven = -limit % limit;
            while ((uint32_t)p < uneven) p = (uint64_t)NEXT * limit;
        }
        uint32_t x = p >> 32;
        uint8_t t = d[last]; d[last] = d[x]; d[x] = t;
    }
}

static inline int around(int turn, int hp, int left, int torches, uint64_t hand) {
    if (turn >= knobs[DEEPEST] || hp <= knobs[WEAK]) return 1;
    long taken = turn * knobs[CARDS_A_TURN] / 10;
    if (taken > left) taken = left;
    int aces = 4 - torches + (hand >> SCROLL & 1);
    int64_t fatal = 1, all_ways = 1;
    for (int i = 0; i < aces; i++) { fatal *= taken > i ? taken - i : 0; all_ways *= left - i; }
    if (1000 * fatal > knobs[RISK] * all_ways) return 1;
    return __builtin_popcountll(hand & KINGSET) >= knobs[KINGS];
}

static void play(uint8_t *deck, Result *r) {
    int top = 0, bottom = 44, turn = 0, deepest = 0, hp = 9, torches = 0, ending, slayer = 0, moves = 0;
    uint64_t hand = 0;
    r->torches_turning = r->left_turning = 0;
    for (;;) {
        moves++;
        if (deepest == 0 && turn > 0 && around(turn, hp, bottom - top, torches, hand)) {
            deepest = turn; r->torches_turning = torches; r->left_turning = bottom - top;
            if (deepest == 1) { ending = ESCAPED; goto over; }
        }
        turn++;
        uint64_t col = 0;
        int favored = 0, card, rank, enc, number, suit, scroll_first = 0;
        for (;;) {
            card = deck[top++]; rank = card >> 2;
            if (rank == ACE) {
                if (++torches == 4) {
                    if (!(hand >> SCROLL & 1)) { ending = LOST; goto over; }
                    hand ^= BIT(SCROLL); torches--; deck[bottom++] = card; moves++;
                }
            } else if (rank <= TEN) break;
            else if (rank == JACK) hand |= BIT(card);
            else if (rank == QUEEN) favored = 1;
            else col |= BIT(card);
        }
        enc = card; number = rank; suit = card & 3;
        scroll_first = col >> SCROLL & 1;
        col |= BIT(card) & TREASURE;
        if (favored) { hand |= col; goto ended; }
        for (;;) {
            moves++;
            int jack = CARD(JACK, suit);
            if (hand >> jack & 1) {
                if (number >= (deepest ? knobs[JACK_BACK] : knobs[JACK_FROM]) || number - 2 >= hp) {
                    hand ^= BIT(jack); hand |= col; goto ended;
                }
            } else if (suit == SPADES && number - hp >= knobs[FLEE]) {
                uint64_t d = (hand & DIASET) >> (4 * number) << (4 * number);
                int best = -1;
                if (d) best = __builtin_ctzll(d);
                if (number <= 6 && (hand >> SCROLL & 1) && (best < 0 || worth(best) > 6)) best = SCROLL;
                if (best < 0 && knobs[KEEP_KINGS] != 1 && (hand & KINGSET)) best = __builtin_ctzll(hand & KINGSET);
                if (best >= 0) { hand ^= BIT(best); goto ended; }
            }
            card = deck[top++]; rank = card >> 2;
            if (rank == ACE) {
                if (++torches == 4) {
                    if (!(hand >> SCROLL & 1)) { ending = LOST; goto over; }
                    hand ^= BIT(SCROLL); torches--; deck[bottom++] = card; moves++;
                }
                continue;
            }
            if (rank == JACK) { hand |= BIT(card); continue; }
            if (rank == QUEEN) { hand |= col; goto ended; }
            if (rank > TEN) { col |= BIT(card); continue; }
            col |= BIT(card) & TREASURE;
            int shortfall = number - rank;
            if (shortfall <= 0) {
                if (suit == DIAMONDS && (card & 3) == DIAMONDS) {
                    moves++;
                    if ((col >> SCROLL & 1) && (number > 6 || (number == 6 && scroll_first))) col ^= BIT(SCROLL);
                    else col ^= BIT(enc);
                }
                hand |= col; goto ended;
            }
            if (suit == CLUBS) {
                if (hand >> CARD(JACK, CLUBS) & 1) {
                    moves++;
                    if (shortfall >= knobs[PICK_FROM]) { hand ^= BIT(CARD(JACK, CLUBS)); hand |= col; goto ended; }
                }
                while (shortfall--) {
                    card = deck[top++];
                    if (card >> 2 == ACE && ++torches == 4) {
                        if (!(hand >> SCROLL & 1)) { ending = LOST; goto over; }
                        hand ^= BIT(SCROLL); torches--; deck[bottom++] = card; moves++;
                    }
                }
                goto ended;
            }
            moves += hand >> CARD(JACK, HEARTS) & 1;
            if ((hand >> CARD(JACK, HEARTS) & 1) && (shortfall >= knobs[DODGE_FROM] || shortfall >= hp)) hand ^= BIT(CARD(JACK, HEARTS));
            else {
                hp -= shortfall;
                if (hp <= 0) { hp = 0; slayer = enc; ending = SLAIN; goto over; }
            }
            if (suit != SPADES) goto ended;
        }
    ended:
        if (turn == 2 * deepest - 1) { ending = ESCAPED; break; }
    }
over:
    r->ending = ending; r->turn = turn; r->deepest = deepest; r->hp = hp; r->torches = torches; r->left = bottom - top;
    r->slayer = slayer; r->moves = moves;
    r->kings = r->points = 0;
    if (ending == ESCAPED) {
        r->kings = __builtin_popcountll(hand & KINGSET);
        uint64_t t = hand & TREASURE;
        while (t) { r->points += worth(__builtin_ctzll(t)); t &= t - 1; }
    }
}

int main(int argc, char **argv) {
    uint32_t k[3];
    for (int i = 0; i < 3; i++) k[i] = strtoul(argv[1 + i], 0, 10);
    uint64_t first = strtoull(argv[4], 0, 10), count = strtoull(argv[5], 0, 10);
    for (int i = 0; i < 11; i++) knobs[i] = atol(argv[6 + i]);
    int n = 0;
    static const int suits[] = {SPADES, DIAMONDS, CLUBS};
    for (int s = 0; s < 3; s++) for (int r = 2; r <= 10; r++) DECK[n++] = CARD(r, suits[s]);
    static const int ranks[] = {JACK, QUEEN, KING, ACE};
    for (int r = 0; r < 4; r++) for (int s = 0; s < 4; s++) DECK[n++] = CARD(ranks[r], s);
    DECK[n++] = JOKER;
    uint64_t tot[16] = {0};
    struct timespec t0, t1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
    for (uint64_t g = first; g < first + count; g++) {
        uint8_t deck[48]; Result r;
        shuffle(deck, k[0] ^ (uint32_t)g, k[1] ^ (uint32_t)(g >> 32), k[2]);
        play(deck, &r);
        tot[0]++; tot[r.ending]++; tot[4] += r.kings == 4; tot[5] += r.kings; tot[6] += r.points; tot[7] += r.turn;
        tot[8] += r.deepest; tot[9] += r.hp; tot[10] += r.torches; tot[11] += r.left;
        tot[12] += r.slayer; tot[13] += r.moves; tot[14] += r.torches_turning; tot[15] += r.left_turning;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t1);
    for (int i = 0; i < 16; i++) printf("%llu%c", (unsigned long long)tot[i], i == 15 ? '\n' : ' ');
    printf("%.6f\n", (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9);
}
