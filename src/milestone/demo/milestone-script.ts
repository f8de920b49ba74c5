import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import { checkedData } from '../../kernel/runtime/checked-data.ts'
import { builderKeys, sponsorKeys, verifierKeys } from './actors.ts'
import milestones from './milestones.json'

const Builder = OneOf(builderKeys)
const Payee = OneOf([...builderKeys, ...sponsorKeys])
const Backer = OneOf([...sponsorKeys, ...builderKeys, 'arbiter', 'sybil'])
const Verifier = OneOf(verifierKeys)
const Windows = OneOf(['least', 'short', 'standard', 'long'])
const Evidence = OneOf(['field', 'software', 'research'])
/** In days since the chain began; today is day 30. */
const Day = Type.Number({ minimum: 0 })
const Eth = Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })
const listOf = <Schema extends TSchema>(item: Schema) => Type.Optional(Type.Array(item))

const MilestoneScript = Type.Object(
  {
    /** Also the project id on the chain. */
    key: Type.String({ pattern: '^[ -~]{1,31}$' }),
    /** What the milestone shows. */
    note: Type.Optional(Type.String()),
    title: Type.String(),
    summary: Type.String(),
    deliverables: Type.Array(Type.String()),
    builder: Builder,
    windows: Windows,
    createdAt: Day,
    deadlineAt: Day,
    /** In basis points; everything to the builder when absent. */
    splits: listOf(Type.Tuple([Payee, Type.Integer()])),
    stakes: Type.Array(Type.Tuple([Backer, Eth, Day])),
    evidence: Type.Optional(Type.Object({ at: Day, kind: Evidence })),
    /** Verifier, whether it supports the milestone, and when. */
    votes: listOf(Type.Tuple([Verifier, Type.Boolean(), Day])),
    /** Verifiers who do not vote and whose stake above a third of all stake is removed from the quorum's base. */
    capped: listOf(Type.Tuple([Verifier, Day])),
    talliedAt: Type.Optional(Day),
    dispute: Type.Optional(
      Type.Object({
        by: Payee,
        eth: Eth,
        at: Day,
        ruling: Type.Optional(Type.Object({ verdict: Type.Boolean(), at: Day })),
      }),
    ),
    finalizedAt: Type.Optional(Day),
    releasedAt: Type.Optional(Day),
    refunds: listOf(Type.Tuple([Backer, Day])),
    /** Verifiers charged for not voting, once there is a verdict. */
    abstained: listOf(Verifier),
    cancelledAt: Type.Optional(Day),
    /** The terminal verdict; undefined while there is none. */
    verified: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const Milestones = Type.Object({
  /** With a terminal verdict, in order of creation. */
  settled: Type.Array(MilestoneScript),
  /** Still pending on day 30, and for days after. */
  pending: Type.Array(MilestoneScript),
  /**
   * With a failed attempt to obtain an undeserved verdict or to delay one. Rejected calls are not part of the story: each
   * script has what was allowed and how it ended.
   */
  attempts: Type.Array(MilestoneScript),
})

/** The events of one milestone. */
export type MilestoneScript = Static<typeof MilestoneScript>
export type WindowsKey = Static<typeof Windows>

export const milestoneScripts = checkedData(Milestones, milestones, 'milestones.json')
