// Tomb of Four Kings in hand-written C: the speed limit that the compiled Python is measured against.
//
// The game is by Matthew Lowes; the rules are those of docs/rules/tomb.md with the house rules left at their defaults. The random
// numbers are those of src/underdeck/sfc32.py, the policy is `heuristic` of src/underdeck/bots/tomb.py. Every game ends exactly as it
// does in Python.
//
//     cc -std=c11 -O3 -march=native -o tomb bench/tomb.c
//     ./tomb k0 k1 k2 first count knob0 ... knob10
//
// First line: games, escaped, slain, lost, won, kings, points, turns, deepest, hit points, torches burnt, cards left. Second line: the
// CPU seconds of all games together.
//
// A deck is shuffled as bytes, once. Then each kind of card becomes a set of places in the deck, 64 bits wide. "Turn cards until a
// number appears" is then one search for the lowest bit, and what was turned on the way is a range of bits. The player's cards and the
// column are such sets too. No list of moves is made: the policy's thresholds stand where the choice is. What chance decides each turn
// is arithmetic rather than a jump, because a jump guessed wrong costs as much as some fifty instructions.

#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))
#define SELDOM(condition) __builtin_expect(!!(condition), 0)

// Cards are numbered as in src/underdeck/cards.py: four times the rank plus the suit, and the joker.
enum { SPADES, HEARTS, DIAMONDS, CLUBS };
enum { ACE = 1, TWO = 2, TEN = 10, JACK, QUEEN, KING, JOKER = 56 };
#define CARD(rank, suit) ((rank) << 2 | (suit))

enum { CARDS = 44, UNDER = CARDS, END = CARDS + 1, ROOM = 64 };  // The ace under the deck lies at UNDER; at END there never is a card.
enum { MOST_TURNS = 27, TORCHES = 4, HIT_POINTS = 9 };
enum { ESCAPED = 1, SLAIN, LOST };
enum { CARDS_A_TURN, RISK, WEAK, DEEPEST, KINGS, JACK_FROM, JACK_BACK, DODGE_FROM, FLEE, PICK_FROM, KEEP_KINGS, KNOBS };

// In a set, bits 0 to 44 are places in the deck. The diamonds 2-10 are kept by number instead, in bits 46 to 54, so that they are in order.
typedef uint64_t Set;
enum { BY_NUMBER = 44 };
#define AT(place) ((Set)1 << (place))
#define LOWEST(set) ((set) & -(set))
#define BELOW(bit) ((bit) - 1)
#define ABOVE(bit) (-((bit) << 1))
#define PLACE(bit) ((unsigned)__builtin_ctzll(bit))
#define COUNT(set) ((int64_t)__builtin_popcountll(set))
// All bits if a < b, else none.
#define LESS(a, b) ((Set)(((int64_t)(a) - (int64_t)(b)) >> 63))

// What the knobs come to on the way down, or on the way back.
typedef struct {
    int64_t weak, kings, jack_from;
    Set enough[MOST_TURNS + 1][8];  // By turn and by aces to come: the numbers of cards left with which to turn around.
} Way;

typedef struct {
    Way down, back;
    int64_t dodge_from, flee, pick_from;
    bool keep_kings;
} Policy;

typedef struct {
    int64_t ending, kings, points, turn, deepest, hit_points, torches, left;
} Result;

static uint8_t deck_in_order[ROOM];
static Set diamond_of[ROOM];        // By card: its bit, or nothing if it is no diamond 2-10.
static uint8_t points_of[1 << 9];  // By the set of diamonds 2-10.

// The stream, and the deal

#define NEXT_WORD(counter) \
    (word = a + b + (counter), a = b ^ (b >> 9), b = c + (c << 3), c = (c << 21 | c >> 11) + word)

// The same shuffle with the words thrown away that would not be even. About one deal in four million comes here.
static __attribute__((noinline)) void shuffle_evenly(uint8_t *deck, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t word, counter = 1;
    for (int i = 0; i < 12; i++) NEXT_WORD(counter++);
    memcpy(deck, deck_in_order, ROOM);
    for (uint32_t limit = CARDS; limit > 1; limit--) {
        uint64_t product;
        do {
            NEXT_WORD(counter++);
            product = (uint64_t)word * limit;
        } while ((uint32_t)product < -limit % limit);
        uint8_t card = deck[limit - 1];
        deck[limit - 1] = deck[product >> 32];
        deck[product >> 32] = card;
    }
}

INLINE void shuffle(uint8_t *deck, uint32_t k0, uint32_t k1, uint32_t k2) {
    uint32_t a = k0, b = k1, c = k2, word;
    for (uint32_t i = 0; i < 12; i++) NEXT_WORD(i + 1);
    memcpy(deck, deck_in_order, ROOM);
#pragma GCC unroll 4
    for (uint32_t limit = CARDS; limit > 1; limit--) {
        NEXT_WORD(13 + CARDS - limit);
        uint64_t product = (uint64_t)word * limit;
        if (SELDOM((uint32_t)product < limit)) {
            shuffle_evenly(deck, k0, k1, k2);
            return;
        }
        uint8_t card = deck[limit - 1];
        deck[limit - 1] = deck[product >> 32];
        deck[product >> 32] = card;
    }
}

// Where the cards above this one lie.
INLINE Set places_above(const uint8_t *deck, int card) {
#ifdef __AVX2__
    __m256i than = _mm256_set1_epi8((char)card);
    __m256i first = _mm256_loadu_si256((const __m256i *)deck), second = _mm256_loadu_si256((const __m256i *)(deck + 32));
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(first, than)) |
           (Set)(uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(second, than)) << 32;
#else
    Set places = 0;
    for (int place = 0; place < CARDS; place++) places |= (Set)(deck[place] > card) << place;
    return places;
#endif
}

// Where the cards lie that have this bit of the suit.
INLINE Set places_with(const uint8_t *deck, int bit) {
#ifdef __AVX2__
    __m256i first = _mm256_loadu_si256((const __m256i *)deck), second = _mm256_loadu_si256((const __m256i *)(deck + 32));
    return (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(first, 7 - bit)) |
           (Set)(uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(second, 7 - bit)) << 32;
#else
    Set places = 0;
    for (int place = 0; place < CARDS; place++) places |= (Set)(deck[place] >> bit & 1) << place;
    return places;
#endif
}

// The game

typedef struct {
    Set aces, joker;
    Set held;       // The hand.
    Set rest;       // The places not turned yet.
    int64_t light;  // Torches still burning. There are as many aces to come, so the last ace to come is the end.
    int64_t bottom;
} Table;

// §7 The torches among the cards just turned. Is that the end?
INLINE bool goes_dark(Table *t, Set turned) {
    Set burnt = t->aces & turned;
    t->light -= COUNT(burnt);
    if (!SELDOM(t->light == 0)) return false;
    if (t->held & t->joker) {  // R-5 Reading is the only move.
        t->held ^= t->joker;
        t->aces |= AT(UNDER);
        t->bottom = END;
        if (!(turned & AT(UNDER))) {
            t->light = 1;
            return false;
        }
        burnt = AT(UNDER);  // R-4 The same discarding meets the ace again.
    }
    t->rest = ABOVE(AT(63 - __builtin_clzll(burnt)));
    return true;
}

// §4.3 What the policy throws before a monster of that number: the cheapest that is enough, a diamond before the scroll before a king.
INLINE Set cheapest(const Policy *policy, const Table *t, Set kings, int64_t number) {
    Set drop = LOWEST(t->held >> (BY_NUMBER + number) << (BY_NUMBER + number));
    if (number <= 6 && t->held & t->joker && (drop == 0 || drop > AT(BY_NUMBER + 6))) return t->joker;
    if (drop == 0 && !policy->keep_kings) return LOWEST(t->held & kings);
    return drop;
}

INLINE Result play(const uint8_t *deck, const Policy *policy) {
    Set from_two = places_above(deck, CARD(TWO, 0) - 1), from_jack = places_above(deck, CARD(JACK, 0) - 1);
    Set from_queen = places_above(deck, CARD(QUEEN, 0) - 1), from_king = places_above(deck, CARD(KING, 0) - 1);
    Set jacks = from_jack ^ from_queen, queens = from_queen ^ from_king, high = places_with(deck, 1), low = places_with(deck, 0);
    Set skills[] = {jacks & ~high & ~low, jacks & ~high & low, jacks & high & ~low, jacks & high & low};
    Set numbers = (from_two ^ from_jack) | AT(END);  // A search that finds END has met the last ace on the way.
    Set joker = places_above(deck, JOKER - 1), kings = from_king ^ joker;

    Table t = {.aces = BELOW(AT(CARDS)) & ~from_two, .joker = joker, .rest = ~(Set)0, .light = TORCHES, .bottom = CARDS};
    const Way *way = &policy->down;
    int64_t turn = 0, deepest = 0, last = 0, hit_points = HIT_POINTS, ending;

    for (;;) {
        // §3.1 A turn: cards until the encounter.
        turn++;
        Set place = LOWEST(numbers & t.rest), turned = t.rest & BELOW(place);
        if (goes_dark(&t, turned)) goto lost;
        t.rest = ABOVE(place);
        t.held |= jacks & turned;
        unsigned encounter = deck[PLACE(place)];
        int64_t number = encounter >> 2;
        Set jack = skills[encounter & 3], chest = diamond_of[encounter];
        Set column = (from_king & turned) | chest;
        Set monster = (encounter >> 1 & 1) - (Set)1, door = -(Set)(encounter & 1), trap = -(Set)(chest != 0);
        if (queens & turned) {
            t.held |= column;
            goto ended;
        }

    standing:;
        // §3.6 The jack where it is worth it, treasure before a monster that would kill, else a card.
        int64_t worthy = hit_points + 2;
        worthy = way->jack_from < worthy ? way->jack_from : worthy;
        Set played = t.held & jack & ~LESS(number, worthy);
        if (played) {
            t.held = (t.held ^ played) | column;
            goto ended;
        }
        if ((monster & ~LESS(number, hit_points + policy->flee)) && !(t.held & jack)) {
            Set drop = cheapest(policy, &t, kings, number);
            if (drop) {
                t.held ^= drop;
                goto ended;
            }
        }

        // §3.2 Cards until one acts.
        Set acting = LOWEST((numbers | queens) & t.rest);
        turned = t.rest & BELOW(acting);
        if (SELDOM(turned & jack)) {  // R-7 The encounter's own jack comes first, and the policy is asked again.
            acting = turned & jack;
            turned = t.rest & BELOW(acting);
            if (goes_dark(&t, turned)) goto lost;
            t.rest = ABOVE(acting);
            t.held |= (jacks & turned) | acting;
            column |= from_king & turned;
            goto standing;
        }
        if (goes_dark(&t, turned)) goto lost;
        t.rest = ABOVE(acting);
        t.held |= jacks & turned;
        unsigned action = deck[PLACE(acting)];
        Set found = diamond_of[action];
        column |= (from_king & turned) | found;
        int64_t shortfall = number - (action >> 2);  // A queen's rank is above all numbers, so she wins.
        shortfall = shortfall < 0 ? 0 : shortfall;

        // §6 A door that holds.
        if (SELDOM(door & (Set)shortfall)) {
            if (SELDOM(t.held & skills[CLUBS]) && shortfall >= policy->pick_from) {
                t.held = (t.held ^ skills[CLUBS]) | column;
                goto ended;
            }
            if (goes_dark(&t, t.rest & ~(t.rest << shortfall))) goto lost;
            t.rest <<= shortfall;
            goto ended;
        }

        // §8 A blow, if there is a shortfall.
        int64_t heavy = policy->dodge_from < hit_points ? policy->dodge_from : hit_points;
        Set dodged = t.held & skills[HEARTS] & ~LESS(shortfall, heavy);
        t.held ^= dodged;
        hit_points -= dodged ? 0 : shortfall;
        if (SELDOM(hit_points <= 0)) {
            hit_points = 0;
            ending = SLAIN;
            goto over;
        }
        if (monster & (Set)shortfall) goto standing;

        // §3.8 Won, or a sprung trap. §3.9 A trap won by a diamond leaves the cheapest card behind, the first of two that are worth 6.
        if (SELDOM(trap & found)) {
            Set scroll = column & joker;
            column ^= scroll && (number > 6 || (number == 6 && scroll < place)) ? scroll : chest;
        }
        t.held |= column & LESS(shortfall, 1);

    ended:;
        // §9 Enough, or too dangerous, or out.
        int64_t to_come = t.light + ((t.held & joker) != 0);
        if ((way->enough[turn][to_come] >> (t.bottom - PLACE(t.rest)) & 1) | (hit_points <= way->weak) |
            (COUNT(t.held & kings) >= way->kings) | (turn == last)) {
            if (turn == last) break;
            deepest = turn;
            if (turn == 1) break;
            last = 2 * turn - 1;
            way = &policy->back;
        }
    }
    ending = ESCAPED;
    goto over;
lost:
    ending = LOST;
over:;
    Result result = {ending, 0, 0, turn, deepest, hit_points, TORCHES - t.light, t.bottom - PLACE(t.rest)};
    if (ending == ESCAPED) {
        result.kings = COUNT(t.held & kings);
        result.points = 10 * result.kings + (t.held & joker ? 6 : 0) + points_of[t.held >> (BY_NUMBER + TWO)];
    }
    return result;
}

// What is known before the first game

static void lay_out_tables(void) {
    static const int with_numbers[] = {SPADES, DIAMONDS, CLUBS}, ranks[] = {JACK, QUEEN, KING, ACE};
    uint8_t *next = deck_in_order;
    for (int i = 0; i < 3; i++)
        for (int number = TWO; number <= TEN; number++) *next++ = (uint8_t)CARD(number, with_numbers[i]);
    for (int i = 0; i < 4; i++)
        for (int suit = SPADES; suit <= CLUBS; suit++) *next++ = (uint8_t)CARD(ranks[i], suit);
    *next = JOKER;
    for (int number = TWO; number <= TEN; number++) {
        diamond_of[CARD(number, DIAMONDS)] = AT(BY_NUMBER + number);
        for (int set = 0; set < 1 << 9; set++) points_of[set] = (uint8_t)(points_of[set] + (set >> (number - TWO) & 1 ? number : 0));
    }
}

static int64_t dark_risk(int64_t turns, int64_t left, int aces, const int64_t *knobs) {
    int64_t taken = turns * knobs[CARDS_A_TURN] / 10, risk = 1000;
    if (taken > left) taken = left;
    for (int ace = 0; ace < aces; ace++) {
        if (left <= ace) return 0;
        risk = risk * (taken > ace ? taken - ace : 0) / (left - ace);
    }
    return risk;
}

// The risk in the dark asks for up to five divisions, but it depends on three small numbers: all answers are worked out here.
static Policy policy_of(const int64_t *knobs) {
    Policy policy = {
        .down = {.weak = knobs[WEAK], .kings = knobs[KINGS], .jack_from = knobs[JACK_FROM]},
        .back = {.weak = -1, .kings = 5, .jack_from = knobs[JACK_BACK]},  // There is no second turning.
        .dodge_from = knobs[DODGE_FROM] > 1 ? knobs[DODGE_FROM] : 1,
        .flee = knobs[FLEE],
        .pick_from = knobs[PICK_FROM],
        .keep_kings = knobs[KEEP_KINGS] == 1,
    };
    for (int turn = 1; turn <= MOST_TURNS; turn++)
        for (int aces = 1; aces <= TORCHES + 1; aces++)
            for (int left = 0; left <= CARDS + 1; left++)
                if (turn >= knobs[DEEPEST] || dark_risk(turn, left, aces, knobs) > knobs[RISK]) policy.down.enough[turn][aces] |= AT(left);
    return policy;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    if (argc != 6 + KNOBS) {
        fprintf(stderr, "usage: tomb k0 k1 k2 first count knob0 ... knob10\n");
        return 2;
    }
    uint32_t key[3];
    int64_t knobs[KNOBS];
    for (int i = 0; i < 3; i++) key[i] = (uint32_t)strtoul(argv[1 + i], NULL, 10);
    uint64_t first = strtoull(argv[4], NULL, 10), count = strtoull(argv[5], NULL, 10);
    for (int i = 0; i < KNOBS; i++) knobs[i] = strtoll(argv[6 + i], NULL, 10);
    lay_out_tables();
    const Policy policy = policy_of(knobs);

    int64_t ended[4] = {0}, won = 0;
    Result sum = {0};
    double began = seconds();
    for (uint64_t game = first; game < first + count; game++) {
        uint8_t deck[ROOM];
        shuffle(deck, key[0] ^ (uint32_t)game, key[1] ^ (uint32_t)(game >> 32), key[2]);
        Result result = play(deck, &policy);
        ended[result.ending]++;
        won += result.kings == 4;
        sum.kings += result.kings;
        sum.points += result.points;
        sum.turn += result.turn;
        sum.deepest += result.deepest;
        sum.hit_points += result.hit_points;
        sum.torches += result.torches;
        sum.left += result.left;
    }
    double took = seconds() - began;

    const int64_t totals[] = {ended[ESCAPED], ended[SLAIN], ended[LOST],    won,         sum.kings, sum.points,
                              sum.turn,       sum.deepest,  sum.hit_points, sum.torches, sum.left};
    printf("%" PRIu64, count);
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) printf(" %" PRId64, totals[i]);
    printf("\n%.6f\n", took);
    return 0;
}
