import type { SignalWeight } from '../catalog.ts'

/** Answers that weigh the same, as the catalog lists them. */
export function weigh(weight: number, ...signals: readonly string[]): SignalWeight[] {
  return signals.map((signal) => ({ signal, weight }))
}
