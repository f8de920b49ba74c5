/** 0 in the test command; in the slow part of `bun run test:all` how many times the written long form. */
const factor = Number(process.env['TEST_SOAK'] ?? 0)

/** Whether the long forms run: more random cases, more subscribers, more rounds of the same tests. */
export const isSoak = factor > 0

/** One of some choices, another for each `at`; in the soak two, or as many as the factor says. */
export function someOf<Choice>(all: readonly Choice[], at: number): Choice[] {
  const start = at % all.length
  const count = isSoak ? Math.min(all.length, Math.max(2, sizeOf({ short: 1, soak: all.length }))) : 1
  return [...all, ...all].slice(start, start + count)
}

/** How often or how much: the short form of the test command, or the long form of the soak, which is not shorter. */
export function sizeOf({ short, soak }: { short: number; soak: number }): number {
  return isSoak ? Math.max(short, Math.ceil(soak * factor)) : short
}
