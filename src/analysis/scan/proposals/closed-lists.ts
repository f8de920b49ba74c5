import { audienceTexts } from '../facts/business/audience-cues.ts'
import { industryOfName } from '../facts/business/industries.ts'

/** Values that a model may choose, rather than copy from a quote. */
export const closedLists = { audience: audienceTexts, industry: industryOfName }
