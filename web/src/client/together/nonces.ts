/**
 * One's own part in the shuffle: a nonce for each round, committed to before any is shown. It is shown only if the
 * server tells everyone the commitment that was sent; shown earlier, the server could choose its cards by it.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as hex, hexToBytes as unhex } from '@noble/hashes/utils.js';
import type { CommitNonce, NoncesCommitted, RevealNonce, ShuffleAsked } from '$/generated/protocol';
import type { Witness } from './witness';

export const NONCE_SIZE = 32;

export function newNonce(): string {
  return hex(crypto.getRandomValues(new Uint8Array(NONCE_SIZE)));
}

export function commitmentOf(nonce: string): string {
  return hex(sha256(unhex(nonce)));
}

/**
 * The answer to a shuffle that is asked for. Asked again in the same round it is the same, but never for another
 * secret: the server may know the nonce by then.
 */
export function committed(witness: Witness, { round, commitment }: ShuffleAsked): CommitNonce {
  const before = witness.round(round, commitment);
  const nonce = before?.nonce ?? newNonce();
  if (!before) witness.sawRound(round, commitment, nonce);
  return { type: 'commit_nonce', round, commitment: commitmentOf(nonce) };
}

/** The nonce, if one's commitment is there at one's own place; null if it is not. */
export function revealed(
  witness: Witness,
  { round, commitments }: NoncesCommitted,
  place: number | null,
): RevealNonce | null {
  const nonce = witness.round(round)?.nonce;
  witness.sawCommitments(round, commitments);
  if (!nonce || place === null || commitments[place] !== commitmentOf(nonce)) return null;
  return { type: 'reveal_nonce', round, nonce };
}
