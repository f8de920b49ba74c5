import { findAddresses } from './address.ts'
import { findAudience } from './audience.ts'
import { findBusinessModel } from './business-model.ts'
import { findContactEmails } from './contact-email.ts'
import { findDescription } from './description.ts'
import type { FactFinder } from './fact.ts'
import { findHiring } from './hiring.ts'
import { findLanguages } from './language.ts'

/** Every topic's finder, by topic; a finder's name is told when it fails. */
export const finders: readonly FactFinder[] = [
  findAddresses,
  findAudience,
  findBusinessModel,
  findContactEmails,
  findDescription,
  findHiring,
  findLanguages,
]
