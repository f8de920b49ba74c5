import { normalize } from 'viem/ens'

const nameLengthMax = 255

/** A name in its ENSIP-15 form, `.eth` added to a bare label; or why it has none. */
export function normalName(raw: string): { name: string } | { problem: string } {
  if (raw.length > nameLengthMax) return { problem: `a name has at most ${nameLengthMax} characters` }
  if (raw.trim() === '') return { problem: 'a name is not empty' }
  try {
    const name = normalize(raw)
    return { name: name.includes('.') ? name : `${name}.eth` }
  } catch {
    return { problem: 'it is not a name that ENSIP-15 allows' }
  }
}
