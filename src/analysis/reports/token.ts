import { createHash, timingSafeEqual } from 'node:crypto'

const tokenBytes = 32

/** So many random bytes. */
export type Random = (bytes: number) => Uint8Array

/** 256 random bits in base64url: 43 characters. */
export function newDeletionToken(random: Random): string {
  return Buffer.from(random(tokenBytes)).toString('base64url')
}

/** SHA-256 in hexadecimal. The token is random, so that a digest without salt tells nothing of it. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex')
}

/** The digest that a token is compared with where there is no report: nobody knows a text that has it. */
export const digestOfNothing = '0'.repeat(64)

/** Whether two digests, which are all of one length, are the same. */
export type SameBytes = (one: Uint8Array, other: Uint8Array) => boolean

export interface TokenCheck {
  same: SameBytes
  /** Whether the digest is the token's. */
  isTokenOf(token: string, digest: string): boolean
}

/** `same` must take the same time wherever two digests differ. */
export function createTokenCheck(same: SameBytes): TokenCheck {
  return {
    same,
    isTokenOf: (token, digest) => same(Buffer.from(digestOf(token), 'hex'), Buffer.from(digest, 'hex')),
  }
}

export const tokenCheck = createTokenCheck(timingSafeEqual)
