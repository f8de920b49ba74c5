const secondsPerDay = 86_400

/** Days of a history at most; older ones are summed up in its first day. */
export const historyDaysMax = 400

/** Start of a day of UTC, in seconds since the epoch. */
export function dayStart(seconds: number): number {
  return seconds - (seconds % secondsPerDay)
}

/** Starts of the days from the first event to the newest block, the newest `historyDaysMax` at most. */
export function daysBetween(first: number | undefined, last: number): number[] {
  const end = dayStart(last)
  const start = Math.max(dayStart(first ?? last), end - (historyDaysMax - 1) * secondsPerDay)
  return Array.from(
    { length: (end - start) / secondsPerDay + 1 },
    (_, index) => start + index * secondsPerDay,
  )
}
