import type { decisions, drafts } from '../tables.ts'

export type DraftRow = typeof drafts.$inferSelect
export type DecisionRow = typeof decisions.$inferSelect
