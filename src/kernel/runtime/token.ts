import { createHash, timingSafeEqual } from 'node:crypto'

const tokenBytes = 32

/** So many random bytes. */
export type Random = (bytes: number) => Uint8Array

/** 256 random bits in base64url: 43 characters. */
export function newToken(random: Random): string {
  return newId(random, tokenBytes)
}

/** So many random bytes in base64url. */
export function newId(random: Random, bytes: number): string {
  return Buffer.from(random(bytes)).toString('base64url')
}

/** SHA-256 in hexadecimal, without a salt: the token is random. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex')
}

/** Compared with when no digest is stored, so that the time is the same; no known text has it. */
export const digestOfNothing = '0'.repeat(64)

/** Whether two digests, which are all of one length, are the same. */
export type SameBytes = (one: Uint8Array, other: Uint8Array) => boolean

/** `same` must take constant time. */
export function createTokenCheck(same: SameBytes) {
  return {
    same,
    /** Whether the digest is the token's. */
    isTokenOf: (token: string, digest: string) =>
      same(Buffer.from(digestOf(token), 'hex'), Buffer.from(digest, 'hex')),
  }
}

export const tokenCheck = createTokenCheck(timingSafeEqual)
