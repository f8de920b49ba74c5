import { createHash } from 'node:crypto'

/** The same for the same topic and key, in every scan: people confirm or refute facts by it. */
export function factId(topic: string, key: string): string {
  return `f_${createHash('sha256').update(`${topic}\n${key}`).digest('hex').slice(0, 12)}`
}
