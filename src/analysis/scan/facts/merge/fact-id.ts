import { createHash } from 'node:crypto'

/** The same for equal topic and key, in every scan: users confirm or refute facts by id. */
export function factId(topic: string, key: string): string {
  return `f_${createHash('sha256').update(`${topic}\n${key}`).digest('hex').slice(0, 12)}`
}
