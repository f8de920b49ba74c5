/**
 * Whether two names, given as normal words, are ways to write one: `brandt vogel` and `brandt vogel rechtsanwalte`,
 * `harborloom` and `harbor loom`, `ibm` and `international business machines`.
 */
export function areSpellings(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (joined(short) === joined(long)) return true
  if (short.length < shortestName) return false
  return startsWith(long, short) || holdsWords(long, short) || initials(long) === joined(short)
}

const shortestName = 3

function joined(name: string): string {
  return name.replaceAll(' ', '')
}

function startsWith(long: string, short: string): boolean {
  return `${long} `.startsWith(`${short} `)
}

/** One word inside a name may be any word, so only several count. */
function holdsWords(long: string, short: string): boolean {
  return short.includes(' ') && ` ${long} `.includes(` ${short} `)
}

function initials(name: string): string {
  return name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
}
