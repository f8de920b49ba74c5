import { findAddresses } from './address.ts'
import { findCompanyName } from './company-name.ts'
import { findContactEmails } from './contact-email.ts'
import { findContactPhones } from './contact-phone.ts'
import { findDescription } from './description.ts'
import type { FactFinder } from './fact.ts'
import { findHiring } from './hiring.ts'
import { findLanguages } from './language.ts'
import { findRegions } from './region.ts'
import { findSocialProfiles } from './social.ts'
import { findTeam } from './team.ts'
import { findTools } from './tool.ts'

/** Every topic's finder, by topic; a finder's name is told when it fails. */
export const finders: readonly FactFinder[] = [
  findAddresses,
  findCompanyName,
  findContactEmails,
  findContactPhones,
  findDescription,
  findHiring,
  findLanguages,
  findRegions,
  findSocialProfiles,
  findTeam,
  findTools,
]
