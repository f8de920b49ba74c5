import type { SignalWeight } from '../catalog.ts'

/** Answers of equal weight, in the catalog's form. */
export function weigh(weight: number, ...signals: readonly string[]): SignalWeight[] {
  return signals.map((signal) => ({ signal, weight }))
}
