/** Nearest-rank percentile; null without any value. */
export function percentile(values: readonly number[], share: number): number | null {
  const ascending = values.toSorted((a, b) => a - b)
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? null
}
