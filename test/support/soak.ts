/** Whether this is `bun run test:soak`: the same tests on more random cases, more subscribers, more rounds. */
export const isSoak = process.env['TEST_SOAK'] === '1'

/** How often or how much: the short form of the test command, or the long form of the soak. */
export function sizeOf({ short, soak }: { short: number; soak: number }): number {
  return isSoak ? soak : short
}
