import { accounting } from './accounting.ts'
import { advertising } from './advertising.ts'
import { analytics } from './analytics.ts'
import { booking } from './booking.ts'
import { commerce } from './commerce.ts'
import { consent } from './consent.ts'
import { crm } from './crm.ts'
import { email } from './email.ts'
import { hosting } from './hosting.ts'
import { marketing } from './marketing.ts'
import { media } from './media.ts'
import { monitoring } from './monitoring.ts'
import { payments } from './payments.ts'
import { recruiting } from './recruiting.ts'
import { support } from './support.ts'
import type { Tool } from './tool.ts'
import { websites } from './websites.ts'
import { work } from './work.ts'

/** Every business tool that a scan can recognise. */
export const toolTable: readonly Tool[] = [
  ...crm,
  ...payments,
  ...commerce,
  ...support,
  ...marketing,
  ...email,
  ...analytics,
  ...advertising,
  ...consent,
  ...booking,
  ...recruiting,
  ...accounting,
  ...hosting,
  ...websites,
  ...monitoring,
  ...media,
  ...work,
]
