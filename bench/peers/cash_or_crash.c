/* Cash or Crash (Classic) for four at the default options, written by hand: what the compiled rules are measured
   against.

   No list of legal actions is made: in every step their number is worked out, one number is drawn, and the action of
   that number, counted in the engine's order, is played. */

#include "peer.h"

/* Wide vectors are passed between functions of this file alone: how is nobody else's business. */
#pragma GCC diagnostic ignored "-Wpsabi"

enum { SEATS = 4, OWN = 10, STAKE = 2, MOST_STAKED = 4, RED_ZONE = 4, ROUNDS = 200, NOBODY = -1 };

/* A card is a bit: GGO GGW OOG OOW WWG WWO GGG OOO WWW GOW. Commodities are bits too: Gold, Oil, Wheat. */
typedef uint32_t cards;
static const cards PACK = (1 << OWN) - 1;
static const uint8_t SEEN_AT_MOST[MOST_STAKED + 1] = {0, 3, 5, 7, 8};
enum { EVERY_GOOD = 7, KINDS = 7 };

/* What all may know of a player: which of the 1,024 sets of cards may be kept, a bit each, in sixteen words. */

enum { WORDS = 16, WITHIN = 6, HALF = WORDS / 2 };
typedef uint64_t half __attribute__((vector_size(8 * HALF)));
typedef uint64_t unaligned_half __attribute__((vector_size(8 * HALF), aligned(8)));
typedef union { half halves[2]; uint64_t words[WORDS]; } sets;

/* The sets that have all of some cards: among the first six cards by bits of a word, among the others by words. */
static uint64_t having_first[1 << WITHIN];
static sets having_last[1 << (OWN - WITHIN)], lacking_last[1 << (OWN - WITHIN)];

/* How much each commodity is shown by a set of cards, ten bits for each. */
static uint32_t shown[1 << OWN];
enum { SHOWN_BITS = 10, SHOWN_MASK = (1 << SHOWN_BITS) - 1 };

__attribute__((constructor)) static void fill_tables(void)
{
    static const char *const names[OWN] = {"GGO", "GGW", "OOG", "OOW", "WWG", "WWO", "GGG", "OOO", "WWW", "GOW"};
    for (int set = 0; set < 1 << OWN; set++)
        for (int card = 0; card < OWN; card++)
            for (const char *icon = names[card]; set >> card & 1 && *icon; icon++)
                shown[set] += 1 << SHOWN_BITS * (strchr("GOW", *icon) - "GOW");
    for (unsigned some = 0; some < 1 << WITHIN; some++)
        for (unsigned set = 0; set < 64; set++)
            having_first[some] |= (uint64_t)((set & some) == some) << set;
    for (unsigned some = 0; some < WORDS; some++)
        for (unsigned word = 0; word < WORDS; word++) {
            having_last[some].words[word] = -(uint64_t)((word & some) == some);
            lacking_last[some].words[word] = -(uint64_t)((word & some) == 0);
        }
}

static inline void know_only(sets *known, cards kept)
{
    *known = (sets){0};
    known->words[kept >> WITHIN] = 1ULL << (kept & 63);
}

static inline void know_kept(sets *known, cards seen)
{
    const sets *last = &having_last[seen >> WITHIN];
    uint64_t first = having_first[seen & 63];
    for (int i = 0; i < 2; i++)
        known->halves[i] &= last->halves[i] & first;
}

/* The cards were seen, and are gone: set n + lost becomes set n. */
static inline void know_lost(sets *known, cards lost)
{
    union { half halves[4]; uint64_t words[2 * WORDS]; } before = {{known->halves[0], known->halves[1]}};
    const sets *last = &lacking_last[lost >> WITHIN];
    uint64_t first = having_first[lost & 63];
    const uint64_t *from = before.words + (lost >> WITHIN);
    for (int i = 0; i < 2; i++)
        known->halves[i] = (*(const unaligned_half *)(from + i * HALF) & last->halves[i] & first) >> (lost & 63);
}

#define SHIFTED(h, card) ((h & having_first[1 << card]) >> (1 << card))
#define RAISED(h, card) ((h & ~having_first[1 << card]) << (1 << card))

static const half NONE = {0};

/* One card is gone, and nobody saw which. */
static inline half one_less_of_last(half h)
{
    return __builtin_shuffle(h, NONE, (half){1, 8, 3, 8, 5, 8, 7, 8})
         | __builtin_shuffle(h, NONE, (half){2, 3, 8, 8, 6, 7, 8, 8})
         | __builtin_shuffle(h, NONE, (half){4, 5, 6, 7, 8, 8, 8, 8});
}

static inline half one_less_of_first(half h)
{
    return SHIFTED(h, 0) | SHIFTED(h, 1) | SHIFTED(h, 2) | SHIFTED(h, 3) | SHIFTED(h, 4) | SHIFTED(h, 5);
}

static inline void know_one_less(sets *known)
{
    half low = known->halves[0], high = known->halves[1];
    known->halves[0] = one_less_of_first(low) | one_less_of_last(low) | high;
    known->halves[1] = one_less_of_first(high) | one_less_of_last(high);
}

/* One card has come back, and nobody saw which. */
static inline half one_more_of_last(half h)
{
    return __builtin_shuffle(h, NONE, (half){8, 0, 8, 2, 8, 4, 8, 6})
         | __builtin_shuffle(h, NONE, (half){8, 8, 0, 1, 8, 8, 4, 5})
         | __builtin_shuffle(h, NONE, (half){8, 8, 8, 8, 0, 1, 2, 3});
}

static inline half one_more_of_first(half h)
{
    return RAISED(h, 0) | RAISED(h, 1) | RAISED(h, 2) | RAISED(h, 3) | RAISED(h, 4) | RAISED(h, 5);
}

static inline void know_one_more(sets *known)
{
    half low = known->halves[0], high = known->halves[1];
    known->halves[0] = one_more_of_first(low) | one_more_of_last(low);
    known->halves[1] = one_more_of_first(high) | one_more_of_last(high) | low;
}

/* The table. */

typedef struct {
    sets known[SEATS];
    cards hands[SEATS], staked[SEATS], discards[SEATS], turned_up[SEATS];
    uint32_t said_amounts[SEATS], said_goods[SEATS], went_out[SEATS];
    uint32_t in, gone, round, opener, limit;
    uint32_t amount, goods, bidder, challenger, loser;
    stream ties, dice;
    int steps;
} table;

/* A number below count. Where there is no choice nothing is drawn, and the processor has nothing to guess. */
static inline uint32_t any(stream *s, uint32_t count)
{
    uint32_t number = below(s, count);
    s->used -= count == 1;
    return number;
}

static inline cards one_of(stream *s, cards set) { return nth(set, any(s, size(set))); }
static inline int seat_of(cards seat) { return __builtin_ctz(seat); }

static inline uint32_t next_in(const table *t, uint32_t seat)
{
    uint32_t twice = t->in | t->in << SEATS;
    return (seat + 1 + __builtin_ctz(twice >> (seat + 1))) % SEATS;
}

/* Swaps of all who keep four cards or fewer, in any order, and each in two steps. */
static void red_zone(table *t, uint32_t to_act)
{
    uint32_t halfway = 0, swapped = 0;
    while (to_act) {
        uint32_t who = one_of(&t->ties, to_act);
        int seat = seat_of(who);
        t->steps++;
        if (halfway & who) {
            cards card = one_of(&t->dice, t->discards[seat]);
            t->discards[seat] ^= card;
            t->hands[seat] ^= card;
            swapped |= who;
            to_act ^= who;
        } else {
            uint32_t count = size(t->hands[seat]), number = below(&t->dice, count + 1);
            if (number < count) {
                cards card = nth(t->hands[seat], number);
                t->hands[seat] ^= card;
                t->discards[seat] ^= card;
                halfway |= who;
            } else {
                to_act ^= who;
            }
        }
    }
    for (; swapped; swapped &= swapped - 1) {
        sets *known = &t->known[seat_of(swapped)];
        know_one_less(known);
        know_one_more(known);
    }
}

static void recovery(table *t, uint32_t to_act)
{
    while (to_act) {
        uint32_t who = one_of(&t->ties, to_act);
        int seat = seat_of(who);
        cards card = one_of(&t->dice, t->discards[seat]);
        t->discards[seat] ^= card;
        t->hands[seat] ^= card;
        know_one_more(&t->known[seat]);
        to_act ^= who;
        t->steps++;
    }
}

static inline void stake(table *t, int seat, cards card)
{
    t->hands[seat] ^= card;
    t->staked[seat] ^= card;
}

static void stakes(table *t)
{
    uint32_t to_act = t->in, halfway = 0;
    while (to_act) {
        uint32_t who = one_of(&t->ties, to_act);
        int seat = seat_of(who);
        stake(t, seat, one_of(&t->dice, t->hands[seat]));
        to_act ^= who & halfway;
        halfway ^= who;
    }
    t->steps += STAKE * size(t->in);
}

static inline void bid(table *t, uint32_t seat, uint32_t amount, uint32_t goods)
{
    t->amount = t->said_amounts[seat] = amount;
    t->goods = t->said_goods[seat] = goods;
    t->bidder = seat;
    t->steps++;
}

/* The bid after a card was added: a greater amount of any other commodities. */
static inline void bid_after_adding(table *t, uint32_t seat)
{
    uint32_t number = below(&t->dice, (t->limit - t->amount) * (KINDS - 1));
    uint32_t goods = number % (KINDS - 1) + 1;
    bid(t, seat, t->amount + 1 + number / (KINDS - 1), goods + (goods >= t->goods));
}

/* The part of a set whose members are told by the lowest bits of a number. */
static inline uint32_t some_of(uint32_t set, uint32_t number)
{
#ifdef __BMI2__
    return _pdep_u32(number, set);
#else
    uint32_t some = 0;
    for (; set; set &= set - 1, number >>= 1)
        some |= number & 1 ? set & -set : 0;
    return some;
#endif
}

/* From the opening bid to the challenge. The sets that contain the commodities of the last bid are one, two or four, in
   a row that begins with the last bid's own. */
static void bids(table *t)
{
    uint32_t number = below(&t->dice, 3 * t->limit), seat = t->opener;
    bid(t, seat, number / 3 + 1, 1 << number % 3);
    for (;;) {
        seat = next_in(t, seat);
        uint32_t other_goods = EVERY_GOOD & ~t->goods, more = size(other_goods);
        uint32_t raises = ((t->limit - t->amount + 1) << more) - 1;
        uint32_t held = size(t->hands[seat]);
        uint32_t adds = size(t->staked[seat]) < MOST_STAKED && t->amount < t->limit ? held : 0;
        number = any(&t->dice, raises + adds + 1);
        if (number < raises) {
            bid(t, seat, t->amount + ((number + 1) >> more), t->goods | some_of(other_goods, number + 1));
        } else if (number < raises + adds) {
            stake(t, seat, nth(t->hands[seat], number - raises));
            t->steps++;
            bid_after_adding(t, seat);
        } else {
            t->steps++;
            t->challenger = seat;
            return;
        }
    }
}

static inline int is_bid_right(const table *t)
{
    uint32_t all = 0, is_right = 1;
    for (int seat = 0; seat < SEATS; seat++)
        all += shown[t->staked[seat]];
    for (int good = 0; good < 3; good++)
        is_right &= (all >> SHOWN_BITS * good & SHOWN_MASK) >= (t->goods >> good & 1 ? t->amount : 0);
    return is_right;
}

/* The loser's stake is lost, and the others take theirs back. */
static void turn_up(table *t)
{
    uint32_t loser = t->loser = is_bid_right(t) ? t->challenger : t->bidder;
    for (uint32_t seat = 0; seat < SEATS; seat++) {
        cards staked = t->turned_up[seat] = t->staked[seat];
        t->staked[seat] = 0;
        if (seat == loser) {
            t->discards[seat] |= staked;
            know_lost(&t->known[seat], staked);
        } else {
            t->hands[seat] |= staked;
            know_kept(&t->known[seat], staked);
        }
    }
    if (!t->hands[loser]) {
        know_only(&t->known[loser], 0);
        t->went_out[loser] = ++t->gone;
        t->in ^= 1 << loser;
    }
}

static void play_round(table *t)
{
    uint32_t few = 0, one = 0;
    t->round++;
    t->limit = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        uint32_t kept = size(t->hands[seat]);
        few |= (uint32_t)(kept - 1 < RED_ZONE) << seat;
        one |= (uint32_t)(kept == 1) << seat;
        kept += kept == 1;
        t->limit += SEEN_AT_MOST[kept < MOST_STAKED ? kept : MOST_STAKED];
        t->said_amounts[seat] = t->said_goods[seat] = 0;
    }
    red_zone(t, few);
    recovery(t, one);
    stakes(t);
    bids(t);
    turn_up(t);
}

static uint64_t digest(const table *t)
{
    uint64_t sum = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t hash = NO_WORDS;
        hash = digested(hash, t->hands[seat]);
        hash = digested(hash, t->discards[seat]);
        hash = digested(hash, t->turned_up[seat]);
        hash = digested(hash, t->said_amounts[seat]);
        hash = digested(hash, t->said_goods[seat]);
        hash = digested(hash, t->went_out[seat]);
        for (int word = 0; word < WORDS; word++)
            hash = digested(hash, t->known[seat].words[word]);
        sum += hash;
    }
    uint64_t hash = NO_WORDS;
    hash = digested(hash, t->round);
    hash = digested(hash, t->bidder);
    hash = digested(hash, t->challenger);
    return sum + digested(hash, t->loser);
}

static int play_game(const row master[2], uint64_t game, uint64_t *checksum)
{
    table t = {.in = (1 << SEATS) - 1};
    open_stream(&t.ties, master, GAME_KEYS, game, TIES);
    open_stream(&t.dice, master, BOT_KEYS, game, DICE);
    for (int seat = 0; seat < SEATS; seat++) {
        t.hands[seat] = PACK;
        know_only(&t.known[seat], PACK);
    }
    for (;;) {
        play_round(&t);
        if (t.gone == SEATS - 1 || t.round == ROUNDS)
            break;
        t.opener = next_in(&t, t.opener);
    }
    *checksum += digest(&t);
    return t.steps;
}
