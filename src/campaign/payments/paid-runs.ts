import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { encodePaymentRequiredHeader, encodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Db } from '../../kernel/database/database.ts'
import { wellFormedJson } from '../../kernel/database/storable-text.ts'
import { canonicalDigest } from '../../kernel/runtime/canonical-digest.ts'
import { messageOf } from '../../kernel/runtime/errors.ts'
import type { Log } from '../../kernel/runtime/log.ts'
import { campaignError } from '../errors.ts'
import { seal, unseal } from '../requests/idempotency.ts'
import { type AgentResponse, type Capability, capabilities } from '../requests/request.ts'
import { payments } from '../tables.ts'

export interface PaidCall {
  owner: string
  capability: Capability
  request: unknown
  headers: Headers
}

/** A finished run and the `PAYMENT-RESPONSE` of its settlement. */
export interface PaidAnswer {
  body: AgentResponse
  paymentResponse: string
}

/** Runs that are paid for by x402: each payment buys one answer, which it repeats for a day. */
export interface PaidRuns {
  /** Such as `eip155:31337`. */
  network: string
  /**
   * Verifies the payment of a call, reserves it, runs `work`, settles and returns; a run that fails is not charged.
   * @throws payment_required without a payment or for one that is refused, payment_in_progress while another process works
   * on it, settlement_unknown when the chain cannot be read; the same payment may be sent again after the last two
   */
  once(call: PaidCall, work: () => Promise<AgentResponse>): Promise<PaidAnswer>
  /** Forgets payments of more than a day ago. */
  sweep(): Promise<void>
}

/** After this time a run whose process died may be done again. */
const abandonedMs = 180_000
const keptMs = 86_400_000
const settleMsMax = 15_000
/** For the run and the settlement, by the clock of the chain. */
const payableSeconds = 600
const usdcDecimals = 6

export async function createPaidRuns(options: {
  db: Db
  /** This process is alone on the database, so that runs in progress at the start are those of one that has ended. */
  isAlone: boolean
  settlement: () => Settlement
  /** Withdraws the draft of a run that turned out to be unpaid. */
  withdraw: (draftId: string) => Promise<void>
  agentUrl: string
  network: string
  log: Log
  now: () => number
}): Promise<PaidRuns> {
  const { db, settlement, withdraw, agentUrl, network, log, now } = options
  const inProgress = new Map<string, Promise<PaidAnswer>>()
  if (options.isAlone) await db.delete(payments).where(isNull(payments.response))

  const requirementsOf = (capability: Capability): PaymentRequirements => {
    const { aheadSeconds, ...terms } = settlement().terms()
    const amount = String(Math.round(Number(capabilities[capability].price) * 10 ** usdcDecimals))
    return { scheme: 'exact', ...terms, amount, maxTimeoutSeconds: payableSeconds + aheadSeconds }
  }
  const refused = (capability: Capability, error: string, message: string) => {
    const required = {
      x402Version: 2,
      error,
      resource: {
        url: `${agentUrl}${capabilities[capability].prefix}/api/agent`,
        description: 'Campaign assets from a brief',
        mimeType: 'application/json',
      },
      accepts: [requirementsOf(capability)],
    }
    return campaignError('payment_required', message, encodePaymentRequiredHeader(required))
  }
  /** What the chain says. @throws settlement_unknown when it does not */
  const ask = async <Answer>(question: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await question()
    } catch (error) {
      log.warn('cannot read the state of a payment', { error: messageOf(error) })
      throw campaignError('settlement_unknown')
    }
  }

  const answer = async (
    { capability, owner }: PaidCall,
    payment: Payment,
    digest: string,
    work: () => Promise<AgentResponse>,
  ): Promise<PaidAnswer> => {
    const { authorization, signature } = payment.payload
    const [payer, nonce] = [authorization.from.toLowerCase(), authorization.nonce.toLowerCase()]
    const requirements = requirementsOf(capability)
    const asset = requirements.asset.toLowerCase()
    const refuse = (reason: string) =>
      refused(capability, reason, `Cannot take this payment: ${reason}. PAYMENT-REQUIRED says what is taken`)
    const ofPayment = and(eq(payments.payer, payer), eq(payments.asset, asset), eq(payments.nonce, nonce))
    const find = async () => (await db.select().from(payments).where(ofPayment))[0]
    const holder = crypto.randomUUID()

    let row = await find()
    if (row === undefined) {
      const wrong = (['scheme', 'network', 'asset', 'payTo', 'amount'] as const).find(
        (name) => payment.accepted[name].toLowerCase() !== requirements[name].toLowerCase(),
      )
      if (wrong !== undefined) throw refuse(`${wrong} must be "${requirements[wrong]}"`)
      const reason = await ask(() => settlement().refusalOf(payment, requirements))
      if (reason !== undefined) throw refuse(reason)
      const reserved = { payer, asset, nonce, digest, holder, createdAt: now() }
      await db.insert(payments).values(reserved).onConflictDoNothing()
      row = await find()
    }
    if (row?.digest !== digest) throw refuse('already used for another request')
    if (row.response === null && row.holder !== holder) {
      const isLeft = and(ofPayment, isNull(payments.response), eq(payments.holder, row.holder))
      const [taken] = await db
        .update(payments)
        .set({ holder, createdAt: now() })
        .where(and(isLeft, lt(payments.createdAt, now() - abandonedMs)))
        .returning()
      if (taken === undefined) throw campaignError('payment_in_progress')
      row = taken
    }
    if (row.response === null) {
      const ofRun = and(ofPayment, eq(payments.holder, holder))
      try {
        const response = seal(JSON.stringify(await work()), signature)
        row = (await db.update(payments).set({ response }).where(ofRun).returning())[0]
      } catch (error) {
        await db.delete(payments).where(ofRun)
        throw error
      }
      if (row === undefined) throw campaignError('payment_in_progress')
    }
    const body: AgentResponse = JSON.parse(unseal(row.response ?? '', signature))
    let { transaction } = row
    if (transaction === null) {
      const outcome = await ask(() =>
        settlement().settle(authorization, signature, AbortSignal.timeout(settleMsMax)),
      )
      if ('refused' in outcome) {
        await withdraw(body.draftId)
        await db.delete(payments).where(ofPayment)
        throw refuse(outcome.refused)
      }
      transaction = outcome.transaction
      await db.update(payments).set({ transaction }).where(ofPayment)
      log.info('run paid', { owner, draftId: body.draftId, transaction, amount: requirements.amount })
    }
    const { amount } = requirements
    const settled = { success: true, transaction, network: requirements.network, payer, amount }
    return { body, paymentResponse: encodePaymentResponseHeader(settled) }
  }

  return {
    network,
    once: async (call, work) => {
      const { capability, owner, request, headers } = call
      const header = headers.get('payment-signature') ?? headers.get('x-payment')
      const price = `${capabilities[capability].price} USDC on ${network}`
      if (header === null)
        throw refused(
          capability,
          'payment required',
          `Cannot run without a payment of ${price}: PAYMENT-REQUIRED says how, send PAYMENT-SIGNATURE`,
        )
      const payment = readPayment(header)
      if (payment === undefined)
        throw refused(
          capability,
          'undecodable payment',
          'Cannot read this payment: it must be x402 version 2, scheme "exact", an ERC-3009 authorization, in Base64',
        )
      const { payload } = payment
      const digest = canonicalDigest(wellFormedJson({ payload, owner, capability, request }))
      const running = inProgress.get(digest)
      if (running !== undefined) return await running
      const started = answer(call, payment, digest, work).finally(() => inProgress.delete(digest))
      inProgress.set(digest, started)
      return await started
    },
    sweep: async () => {
      await db.delete(payments).where(lt(payments.createdAt, now() - keptMs))
    },
  }
}

/** What pays for runs: the chain on which payments are verified and settled. */
export interface Settlement {
  /** Where payments go; `aheadSeconds` is how far the chain's clock is ahead of ours. */
  terms(): Pick<PaymentRequirements, 'network' | 'asset' | 'payTo' | 'extra'> & { aheadSeconds: number }
  /** Why a payment cannot be settled; undefined when it can. @throws Error when that is not known now */
  refusalOf(payment: PaymentPayload, requirements: PaymentRequirements): Promise<string | undefined>
  /** Moves the money once, however often it is called. @throws Error when the outcome is unknown; call it again */
  settle(
    authorization: Payment['payload']['authorization'],
    signature: Payment['payload']['signature'],
    signal: AbortSignal,
  ): Promise<{ transaction: string } | { refused: string }>
}

const HexOf = (bytes: number) =>
  Type.Unsafe<`0x${string}`>(Type.String({ pattern: `^0x[0-9a-fA-F]{${2 * bytes}}$` }))
/** Of at most 78 digits, as an integer of 256 bits has. */
const Digits = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$' })
const Network = Type.Unsafe<`${string}:${string}`>(Type.String({ pattern: '^[^:]{1,40}:[^:]{1,40}$' }))
const ShortText = Type.String({ maxLength: 100 })

/** A payment of x402 version 2 by the scheme `exact` with an ERC-3009 authorization of an account's own key. */
const PaymentSchema = Type.Object({
  x402Version: Type.Literal(2),
  accepted: Type.Object({
    scheme: ShortText,
    network: Network,
    asset: ShortText,
    amount: ShortText,
    payTo: ShortText,
    maxTimeoutSeconds: Type.Integer({ minimum: 0 }),
    extra: Type.Record(Type.String(), Type.Unknown()),
  }),
  payload: Type.Object({
    authorization: Type.Object({
      from: HexOf(20),
      to: HexOf(20),
      value: Digits,
      validAfter: Digits,
      validBefore: Digits,
      nonce: HexOf(32),
    }),
    signature: HexOf(65),
  }),
})
type Payment = Static<typeof PaymentSchema>

const headerCharsMax = 8_192

/** The payment in a header; undefined for what is not one. */
function readPayment(header: string): Payment | undefined {
  if (header.length > headerCharsMax || !/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
    return Value.Check(PaymentSchema, value) ? value : undefined
  } catch {
    return undefined
  }
}
