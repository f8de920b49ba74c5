import { getTableColumns } from 'drizzle-orm'
import { intentNonces, intents, signedTransactions } from '../tables.ts'

const { deployment: _, createdAt: __, ...intentColumns } = getTableColumns(intents)
const { deployment: ___, ...nonceColumns } = getTableColumns(intentNonces)
const { deployment: ____, id: _____, ...signedColumns } = getTableColumns(signedTransactions)
/** What is read of the journal's rows; a store holds those of one deployment. */
export const journalColumns = { intent: intentColumns, nonce: nonceColumns, signed: signedColumns }

type IntentRow = typeof intents.$inferSelect
export type Intent = Pick<IntentRow, keyof typeof intentColumns>

/** Identifies an intent: the idempotency key of a transaction. */
export type IntentName = Pick<Intent, 'runId' | 'step'>

/** A transaction without its nonce and fees. Value in wei. */
export type IntentCall = Pick<Intent, 'account' | 'to' | 'data' | 'value' | 'gas'>

/** A nonce of an account and the intent that holds it. */
export type HeldNonce = Pick<typeof intentNonces.$inferSelect, keyof typeof nonceColumns>

/** A signed transaction; those of one nonce differ in their fees. */
export type SignedTransaction = Pick<typeof signedTransactions.$inferSelect, keyof typeof signedColumns>

/** Where an intent was mined. */
interface Place {
  hash: NonNullable<Intent['hash']>
  blockNumber: number
  blockHash: NonNullable<Intent['blockHash']>
}

/** A new state of an intent. */
export type Settlement =
  | { state: 'open' }
  | { state: 'refused'; reason: string }
  | ({ state: 'mined' | 'done' } & Place)
  | ({ state: 'reverted'; reason: string } & Place)
