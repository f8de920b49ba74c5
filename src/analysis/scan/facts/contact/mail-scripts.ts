import { mailAddress } from './mail-address.ts'

const cipherMax = 200
const shiftsMax = 25
/** Ranges of character codes within which TYPO3 shifts. */
const ranges = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const

/** The address in a link of TYPO3: `javascript:linkTo_UnCryptMailto('nbjmup+…')`, or its `data-mailto-token`. */
export function decodeTypo3(written: string): string | undefined {
  const cipher =
    /UnCryptMailto\((?:'|%27)([^'%]{8,200})/.exec(written.slice(0, 2 * cipherMax))?.[1] ?? written
  if (cipher.length > cipherMax) return undefined
  for (let shift = -shiftsMax; shift <= shiftsMax; shift++) {
    const plain = Array.from(cipher, (char) => String.fromCharCode(shifted(char.charCodeAt(0), shift))).join(
      '',
    )
    if (plain.startsWith('mailto:')) return mailAddress(plain.slice('mailto:'.length).split('?')[0] ?? '')
  }
  return undefined
}

function shifted(code: number, shift: number): number {
  for (const [from, to] of ranges) {
    const size = to - from + 1
    if (code >= from && code <= to) return from + ((code - from + shift + 2 * size) % size)
  }
  return code
}
