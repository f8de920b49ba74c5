import type { ActivityEntry } from '../indexer/state.ts'

const secondsPerDay = 86_400

/** Days of a history at most; older ones are summed up in its first day. */
export const historyDaysMax = 400

/**
 * A history by days of UTC, oldest first, the newest `historyDaysMax`.
 * @param entries in the order of their times
 * @param last time of the newest block, in seconds since the epoch
 * @param apply adds an entry to the sums
 * @param close the sums at the end of the day that begins at `day`, after all of its entries
 */
export function historyByDay<Day>(
  entries: readonly ActivityEntry[],
  last: number,
  { apply, close }: { apply: (entry: ActivityEntry) => void; close: (day: number) => Day },
): Day[] {
  let next = 0
  return daysBetween(entries[0]?.timestamp, last).map((day) => {
    for (
      let entry = entries[next];
      entry !== undefined && dayStart(entry.timestamp) <= day;
      entry = entries[next]
    ) {
      apply(entry)
      next += 1
    }
    return close(day)
  })
}

function dayStart(seconds: number): number {
  return seconds - (seconds % secondsPerDay)
}

/** Starts of the days from the first event to the newest block. */
function daysBetween(first: number | undefined, last: number): number[] {
  const end = dayStart(last)
  const start = Math.max(dayStart(first ?? last), end - (historyDaysMax - 1) * secondsPerDay)
  return Array.from(
    { length: (end - start) / secondsPerDay + 1 },
    (_, index) => start + index * secondsPerDay,
  )
}
