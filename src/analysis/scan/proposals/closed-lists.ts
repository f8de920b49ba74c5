import { audienceTexts } from '../facts/business/audience-cues.ts'
import { industryOfName } from '../facts/business/industries.ts'

/** Values that a model chooses from a list instead of copying from a quote. */
export const closedLists = { audience: audienceTexts, industry: industryOfName }
