import type { Topic } from '../scan/schema.ts'
import words from './topic-words.json'

/** Topics as pages name them, in the order of facts. */
export const topicsInOrder = Object.entries(words satisfies Record<Topic, string>) as [Topic, string][]
