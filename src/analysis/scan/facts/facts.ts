import type { FactFinder } from './fact.ts'

/** Every topic's finder, by topic; a finder's name is told when it fails. */
export const finders: readonly FactFinder[] = []
