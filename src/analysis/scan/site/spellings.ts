/**
 * Whether two names, given as normal words, are spellings of one: `brandt vogel` and `brandt vogel rechtsanwalte`,
 * `harborloom` and `harbor loom`, `ibm` and `international business machines`.
 */
export function areSpellings(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (joined(short) === joined(long)) return true
  if (short.length < shortestName) return false
  return startsWith(long, short) || holdsWords(long, short) || initials(long) === joined(short)
}

/**
 * Whether two addresses, given as normal words, are one: the longer contains all words of the shorter, a number among
 * them, or both differ in spaces alone.
 */
export function areOneAddress(a: string, b: string): boolean {
  if (joined(a) === joined(b)) return true
  const [short, long] = [a.split(' '), b.split(' ')].sort((one, other) => one.length - other.length)
  if (short === undefined || long === undefined || short.length < 3 || !/\d/.test(a)) return false
  const words = new Set(long)
  return short.every((word) => words.has(word))
}

const shortestName = 3

function joined(name: string): string {
  return name.replaceAll(' ', '')
}

function startsWith(long: string, short: string): boolean {
  return `${long} `.startsWith(`${short} `)
}

/** A single shared word may be a coincidence, so two are required. */
function holdsWords(long: string, short: string): boolean {
  return short.includes(' ') && ` ${long} `.includes(` ${short} `)
}

function initials(name: string): string {
  return name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
}
