import type { decisions, drafts, pins } from '../tables.ts'

export type DraftRow = typeof drafts.$inferSelect
export type PinRow = typeof pins.$inferSelect
export type DecisionRow = typeof decisions.$inferSelect
