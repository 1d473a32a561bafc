/* What the games written by hand have in common: chance as openoutcry.engine has it, sets as 64 bits, and the program.

   gcc -O3 -march=native GAME.c -o GAME
   ./GAME KEY        (64 hexadecimal digits)

   For each line "FIRST GAMES" it plays those games of the key and answers "STEPS SECONDS CHECKSUM". The keys, the
   streams and the order of draws are those of openoutcry.engine, so the same key gives the same games; the checksum
   covers every final position. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

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

enum { DECK, DICE, TIES };
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

/* Sets. */

static inline uint64_t nth(uint64_t set, unsigned n)
{
#ifdef __BMI2__
    return _pdep_u64(1ULL << n, set);
#else
    while (n--)
        set &= set - 1;
    return set & -set;
#endif
}

static inline unsigned size(uint64_t set) { return __builtin_popcountll(set); }

/* FNV-1a, a word at a time. */
static const uint64_t NO_WORDS = 0xCBF29CE484222325;
static inline uint64_t digested(uint64_t hash, uint64_t word) { return (hash ^ word) * 0x100000001B3; }

/* The game: plays number n of a key, adds its final position to the checksum and tells how many steps it took. */
static int play_game(const row master[2], uint64_t game, uint64_t *checksum);

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
        fprintf(stderr, "write: %s KEY (64 hexadecimal digits)\n", argv[0]);
        return 2;
    }
    for (int i = 0; i < 32; i++)
        sscanf(argv[1] + 2 * i, "%2hhx", &key.bytes[i]);
    uint64_t first, games;
    while (scanf("%" SCNu64 " %" SCNu64, &first, &games) == 2) {
        uint64_t steps = 0, checksum = 0;
        double started = now();
        for (uint64_t game = first; game < first + games; game++)
            steps += play_game(key.rows, game, &checksum);
        printf("%" PRIu64 " %.9f %" PRIu64 "\n", steps, now() - started, checksum);
        fflush(stdout);
    }
    return 0;
}
