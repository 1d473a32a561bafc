/* Crypto Cards for four at the default options, written by hand: what the compiled rules are measured against.

   gcc -O3 -march=native crypto_cards.c -o crypto_cards
   ./crypto_cards KEY        (64 hexadecimal digits)

   For each line "FIRST GAMES" it plays those games of the key and answers "STEPS SECONDS CHECKSUM". The keys, the streams and the
   order of draws are those of openoutcry.engine, so the same key gives the same games; the checksum covers every final position. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { SEATS = 4, HAND = 5 };

/* A card is a bit: thirteen to a suit, the ace lowest, then the two jokers. */
typedef uint64_t cards;
#define EACH_SUIT(ranks) ((cards)(ranks) * (1 | 1ULL << 13 | 1ULL << 26 | 1ULL << 39))
static const cards ACES = EACH_SUIT(1), NUMBERS = EACH_SUIT(0x3FF), FACES = EACH_SUIT(0x1C00);
static const cards JOKERS = 3ULL << 52;

/* ChaCha8, row by row: the four quarter rounds of a round go side by side. */

typedef uint32_t row __attribute__((vector_size(16)));

typedef struct {
    row key[2];
    uint64_t nonce, counter;
    unsigned used;
    union { row rows[4]; uint32_t words[16]; } block;
} stream;

static inline row turned(row r, int places) { return r << places | r >> (32 - places); }

static inline void quarters(row *a, row *b, row *c, row *d)
{
    *a += *b; *d = turned(*d ^ *a, 16);
    *c += *d; *b = turned(*b ^ *c, 12);
    *a += *b; *d = turned(*d ^ *a, 8);
    *c += *d; *b = turned(*b ^ *c, 7);
}

static void chacha8(row out[4], const row key[2], uint64_t counter, uint64_t nonce)
{
    const row constants = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574};
    const row tail = {(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)nonce, (uint32_t)(nonce >> 32)};
    row a = constants, b = key[0], c = key[1], d = tail;
    for (int i = 0; i < 4; i++) {
        quarters(&a, &b, &c, &d);
        b = __builtin_shuffle(b, (row){1, 2, 3, 0});
        c = __builtin_shuffle(c, (row){2, 3, 0, 1});
        d = __builtin_shuffle(d, (row){3, 0, 1, 2});
        quarters(&a, &b, &c, &d);
        b = __builtin_shuffle(b, (row){3, 0, 1, 2});
        c = __builtin_shuffle(c, (row){2, 3, 0, 1});
        d = __builtin_shuffle(d, (row){1, 2, 3, 0});
    }
    out[0] = a + constants; out[1] = b + key[0]; out[2] = c + key[1]; out[3] = d + tail;
}

enum { DECK = 0, DICE = 1 };
static const uint64_t GAME_KEYS = 0x73656D6167, BOT_KEYS = 0x73746F62;

static void open_stream(stream *s, const row master[2], uint64_t purpose, uint64_t game, uint64_t nonce)
{
    row derived[4];
    chacha8(derived, master, game, purpose);
    s->key[0] = derived[0];
    s->key[1] = derived[1];
    s->nonce = nonce;
    s->counter = 0;
    s->used = 16;
}

static inline uint32_t next_word(stream *s)
{
    if (s->used == 16) {
        chacha8(s->block.rows, s->key, s->counter++, s->nonce);
        s->used = 0;
    }
    return s->block.words[s->used++];
}

static inline uint32_t below(stream *s, uint32_t count)
{
    uint64_t product = (uint64_t)next_word(s) * count;
    if ((uint32_t)product < count) {
        uint32_t threshold = -count % count;
        while ((uint32_t)product < threshold)
            product = (uint64_t)next_word(s) * count;
    }
    return product >> 32;
}

static inline cards nth(cards set, unsigned n)
{
#ifdef __BMI2__
    return _pdep_u64(1ULL << n, set);
#else
    while (n--)
        set &= set - 1;
    return set & -set;
#endif
}

static inline unsigned size(cards set) { return __builtin_popcountll(set); }
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

static int play_game(table *t, const row master[2], uint64_t game)
{
    stream deck, dice;
    open_stream(&deck, master, GAME_KEYS, game, DECK);
    open_stream(&dice, master, BOT_KEYS, game, DICE);
    deal(t, &deck);
    int steps = 0;
    for (; t->phase != OVER; steps++)
        play_any(t, &deck, &dice);
    return steps;
}

/* FNV-1a, a set of cards at a time. */
static uint64_t digest(const table *t)
{
    uint64_t hash = 0xCBF29CE484222325;
    for (int seat = 0; seat < SEATS; seat++)
        hash = (hash ^ t->portfolios[seat]) * 0x100000001B3;
    for (int seat = 0; seat < SEATS; seat++)
        hash = (hash ^ t->hands[seat]) * 0x100000001B3;
    return (hash ^ t->market) * 0x100000001B3;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    union { row rows[2]; uint8_t bytes[32]; } key;
    if (argc != 2 || strlen(argv[1]) != 64) {
        fprintf(stderr, "write: crypto_cards KEY (64 hexadecimal digits)\n");
        return 2;
    }
    for (int i = 0; i < 32; i++)
        sscanf(argv[1] + 2 * i, "%2hhx", &key.bytes[i]);
    uint64_t first, games;
    while (scanf("%" SCNu64 " %" SCNu64, &first, &games) == 2) {
        uint64_t steps = 0, checksum = 0;
        double started = now();
        table t;
        for (uint64_t game = first; game < first + games; game++) {
            steps += play_game(&t, key.rows, game);
            checksum += digest(&t);
        }
        printf("%" PRIu64 " %.9f %" PRIu64 "\n", steps, now() - started, checksum);
        fflush(stdout);
    }
    return 0;
}
