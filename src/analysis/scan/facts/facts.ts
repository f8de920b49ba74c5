import { findAudience } from './audience.ts'
import { findBusinessModel } from './business-model.ts'
import { findDescription } from './description.ts'
import type { FactFinder } from './fact.ts'
import { findHiring } from './hiring.ts'
import { findLanguages } from './language.ts'

/** Every topic's finder, by topic; a finder's name is told when it fails. */
export const finders: readonly FactFinder[] = [
  findAudience,
  findBusinessModel,
  findDescription,
  findHiring,
  findLanguages,
]
