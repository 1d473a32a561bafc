/* Crypto Cards for four at the default options, written by hand: what the compiled rules are measured against. */

#include "peer.h"

enum { SEATS = 4, HAND = 5 };

/* A card is a bit: thirteen to a suit, the ace lowest, then the two jokers. */
typedef uint64_t cards;
#define EACH_SUIT(ranks) ((cards)(ranks) * (1 | 1ULL << 13 | 1ULL << 26 | 1ULL << 39))
static const cards ACES = EACH_SUIT(1), NUMBERS = EACH_SUIT(0x3FF), FACES = EACH_SUIT(0x1C00);
static const cards JOKERS = 3ULL << 52;

static inline cards draw(stream *s, cards bag) { return nth(bag, below(s, size(bag))); }

/* The table. */

enum phase { SELLING, ENDORSING, TRANSFERRING, OVER };

typedef struct {
    cards deck, market, hands[SEATS], portfolios[SEATS];
    int seat, jokers;
    enum phase phase;
} table;

typedef struct { cards sell, endorse, transfer; unsigned pass; } actions;

static inline cards up_to_top(cards market)
{
    market |= market >> 1 & EACH_SUIT(0x0FFF);
    market |= market >> 2 & EACH_SUIT(0x07FF);
    market |= market >> 4 & EACH_SUIT(0x01FF);
    market |= market >> 8 & EACH_SUIT(0x001F);
    return market;
}

static void mine(table *t, stream *deck)
{
    cards card = draw(deck, t->deck);
    t->deck ^= card;
    while (card & JOKERS) {
        if (++t->jokers == 2) {
            t->phase = OVER;
            return;
        }
        card = draw(deck, t->deck);
        t->deck ^= card;
    }
    t->hands[t->seat] |= card;
    t->phase = SELLING;
}

static void deal(table *t, stream *deck)
{
    memset(t, 0, sizeof *t);
    t->deck = NUMBERS | FACES;
    for (int card = 0; card < HAND; card++)
        for (int seat = 0; seat < SEATS; seat++) {
            cards drawn = draw(deck, t->deck);
            t->deck ^= drawn;
            t->hands[seat] |= drawn;
        }
    t->deck |= JOKERS;
    mine(t, deck);
}

static inline actions legal(const table *t)
{
    cards numbers = t->portfolios[t->seat] & NUMBERS;
    if (t->phase == TRANSFERRING)
        return (actions){.transfer = t->hands[t->seat]};
    if (t->phase == ENDORSING)
        return (actions){.sell = numbers};
    cards covered = up_to_top(t->market);
    cards forced = numbers & ~covered & (covered << 1 | ACES);
    if (forced)
        return (actions){.sell = forced};
    return (actions){.sell = numbers & covered, .endorse = numbers ? t->hands[t->seat] & FACES : 0, .pass = 1};
}

static void end_turn(table *t, stream *deck)
{
    t->seat = (t->seat + 1) % SEATS;
    mine(t, deck);
}

static void finish_selling(table *t, stream *deck)
{
    if (size(t->hands[t->seat]) > HAND)
        t->phase = TRANSFERRING;
    else
        end_turn(t, deck);
}

static inline void lay(table *t, cards card)
{
    t->hands[t->seat] ^= card;
    t->portfolios[t->seat] |= card;
}

/* One of the legal actions, all equally likely, the lowest first: sales, endorsements, transfers, passing. */
static inline void play_any(table *t, stream *deck, stream *dice)
{
    actions a = legal(t);
    unsigned sales = size(a.sell), endorsements = size(a.endorse), transfers = size(a.transfer);
    unsigned count = sales + endorsements + transfers + a.pass;
    unsigned n = count > 1 ? below(dice, count) : 0;
    if (n < sales) {
        cards card = nth(a.sell, n);
        t->portfolios[t->seat] ^= card;
        t->market |= card;
        finish_selling(t, deck);
    } else if ((n -= sales) < endorsements) {
        lay(t, nth(a.endorse, n));
        t->phase = ENDORSING;
    } else if ((n -= endorsements) < transfers) {
        lay(t, nth(a.transfer, n));
        end_turn(t, deck);
    } else {
        finish_selling(t, deck);
    }
}

static uint64_t digest(const table *t)
{
    uint64_t hash = NO_WORDS;
    for (int seat = 0; seat < SEATS; seat++)
        hash = digested(hash, t->portfolios[seat]);
    for (int seat = 0; seat < SEATS; seat++)
        hash = digested(hash, t->hands[seat]);
    return digested(hash, t->market);
}

static int play_game(const row master[2], uint64_t game, uint64_t *checksum)
{
    table t;
    stream deck, dice;
    open_stream(&deck, master, GAME_KEYS, game, DECK);
    open_stream(&dice, master, BOT_KEYS, game, DICE);
    deal(&t, &deck);
    int steps = 0;
    for (; t.phase != OVER; steps++)
        play_any(&t, &deck, &dice);
    *checksum += digest(&t);
    return steps;
}
