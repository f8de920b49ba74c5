import { business } from './business/business.ts'
import { address } from './contact/address.ts'
import { email } from './contact/email.ts'
import { openingHours } from './contact/opening-hours.ts'
import { phone } from './contact/phone.ts'
import { region } from './contact/region.ts'
import { social } from './contact/social.ts'
import { color } from './identity/color.ts'
import { description } from './identity/description.ts'
import { founded } from './identity/founded.ts'
import { language } from './identity/language.ts'
import { icon, logo } from './identity/logo.ts'
import { companyName, legalName } from './identity/names.ts'
import { registration } from './identity/registration.ts'
import { pricing } from './offer/pricing.ts'
import { product } from './offer/product.ts'
import { hiring } from './people/hiring.ts'
import { team } from './people/team.ts'
import { integration } from './tools/integrations.ts'
import { tool } from './tools/use.ts'
import type { Topic } from './topic.ts'

export const allTopics: readonly Topic[] = [
  companyName,
  legalName,
  registration,
  address,
  email,
  description,
  business,
  language,
  openingHours,
  phone,
  region,
  social,
  product,
  pricing,
  team,
  hiring,
  logo,
  icon,
  color,
  founded,
  tool,
  integration,
]
