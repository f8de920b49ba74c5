import type { FactFinder } from './fact.ts'

/** Every topic's finder; a finder's name is told when it fails. */
export const finders: readonly FactFinder[] = []
