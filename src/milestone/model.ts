import { Type as t } from '@sinclair/typebox'
import { Problem } from '../kernel/http/docs.ts'
import { stepWords } from './chaos/fault.ts'

/** The shapes of Area C's answers. Every object may carry further members; those listed here are always there. */

const Hash = (description: string, example = `0x${'3f'.repeat(32)}`) =>
  t.String({ pattern: '^0x[0-9a-f]{64}$', description, examples: [example] })
const Address = (description: string) =>
  t.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: `${description}, with its EIP-55 checksum`,
    examples: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  })
const Wei = (description: string) =>
  t.String({ pattern: '^[0-9]+$', description: `${description}, in wei`, examples: ['2500000000000000000'] })
const Ether = (description: string) =>
  t.String({
    pattern: '^[0-9]+\\.[0-9]{4,18}$',
    description: `${description}: exact decimal number of ETH with at least 4 decimals`,
    examples: ['2.5000'],
  })
const Usdc = (description: string) => t.Number({ description: `${description}, in USDC`, examples: [41.25] })
const Seconds = (description: string) =>
  t.Integer({ description: `${description}, in seconds since the epoch`, examples: [1_790_000_000] })
const Count = (description: string) => t.Integer({ minimum: 0, description, examples: [3] })
const Name = (description: string) =>
  t.Union([t.String(), t.Null()], { description: `${description}; null without one`, examples: ['ada.eth'] })
const nullable = <Schema extends ReturnType<typeof t.Integer> | ReturnType<typeof t.String>>(
  schema: Schema,
  description: string,
) => t.Union([schema, t.Null()], { description, examples: schema['examples'] })
const Next = t.Union([t.String(), t.Null()], {
  description: 'Give it as `cursor` to read on; null at the end',
  examples: ['MTIzLjQ'],
})
const Ok = t.Literal(true, { description: 'true in every answer that is not an error' })

/** Errors of Area C. */
export const MilestoneProblem = t.Object(
  {
    ...Problem.properties,
    ok: t.Literal(false),
    available: t.Optional(
      t.Array(t.String(), {
        description: 'Of `unknown_chaos_type`: the types that can be injected',
        examples: [['rpc_429', 'kill_rpc', 'clear']],
      }),
    ),
  },
  { title: 'MilestoneProblem', description: 'RFC 9457 problem', additionalProperties: true },
)

export const AsOf = t.Object(
  {
    chainId: t.Integer({ examples: [31337] }),
    blockNumber: t.Integer({ minimum: 0, examples: [412] }),
    blockHash: Hash('The block that the whole answer was read from'),
    timestamp: Seconds('Time of that block'),
    stale: t.Boolean({
      description:
        'true while the public reader cannot reach the chain or is behind; faults of the pipeline do not count',
      examples: [false],
    }),
  },
  { description: 'The one block that this answer describes' },
)
export type AsOf = typeof AsOf.static

export const StateWord = t.Union([t.Literal('pending'), t.Literal('verified'), t.Literal('failed')], {
  description: 'pending covers open, voting, challenge window and disputed',
  examples: ['verified'],
})
export type StateWord = typeof StateWord.static

export const StatusLabel = t.Union(
  [
    t.Literal('Open'),
    t.Literal('Voting'),
    t.Literal('Challenge window'),
    t.Literal('Disputed'),
    t.Literal('Verified'),
    t.Literal('Released'),
    t.Literal('Refundable'),
    t.Literal('Refunded'),
    t.Literal('Failed'),
  ],
  {
    description: 'The state in words for people; Failed is a milestone without a payout and without stake',
    examples: ['Released'],
  },
)
export type StatusLabel = typeof StatusLabel.static

export const CapitalStatus = t.Union([t.Literal('locked'), t.Literal('released'), t.Literal('refundable')], {
  description: 'Where the staked money stands',
  examples: ['released'],
})
export type CapitalStatus = typeof CapitalStatus.static

export const Verdict = t.Object(
  {
    by: t.Union([t.Literal('votes'), t.Literal('arbiter'), t.Literal('timeout')], {
      description: 'timeout: no evidence in time, or a vote without a quorum',
      examples: ['votes'],
    }),
    approves: Count('Votes that approve'),
    rejects: Count('Votes that reject'),
    reason: t.String({ examples: ['Approving votes reached 66 % of the weight'] }),
  },
  { description: 'What decided the milestone' },
)
export type Verdict = typeof Verdict.static

const Track = t.Object({
  ok: t.Boolean({ description: 'Whether this could be shown', examples: [true] }),
  detail: t.String({
    description: 'What it stands on, or what is missing',
    examples: ['2 of 3 votes approve'],
  }),
})

const Policy = t.Object(
  {
    quorumBpsMin: Count('Least share of the weight that has to vote, in basis points'),
    minVotersMin: Count('Fewest verifiers who have to vote'),
    votingSecondsMin: Count('Shortest vote'),
    challengeSecondsMin: Count('Shortest challenge window'),
    arbitrationSecondsMin: Count('Least time that an arbiter has'),
    deadlineSecondsMax: Count('How far ahead of its creation a deadline may lie'),
    feeBpsMax: Count('Highest fee, in basis points'),
    slashBpsMin: Count('Least stake taken for an overturned vote, in basis points'),
    slashBpsMax: Count('Most stake taken for an overturned vote, in basis points'),
    abstentionBps: Count('Stake taken from a verifier that did not vote, in basis points'),
    stakeWeiMin: Wei('Smallest stake on a milestone'),
    pauseSeconds: Count('How long one pause of new milestones and stakes lasts at most'),
  },
  { description: 'What no milestone can undercut or exceed, fixed in the escrow when it was deployed' },
)

export const StatusDemo = t.Object({
  ok: Ok,
  pitch: t.String({
    description: 'What this shows, in a sentence',
    examples: ['Money moves when evidence holds.'],
  }),
  demoHints: t.Object({
    milestones: t.Array(Hash('A milestone on the running chain'), {
      description: 'Milestones worth looking at',
    }),
    builderEns: t.String({ description: 'A builder whose name resolves', examples: ['ada.eth'] }),
    metadataIndexer: t.String({ format: 'uri', examples: ['http://127.0.0.1:8787/api/indexer'] }),
  }),
  contracts: t.Record(t.String(), Address('Where the contract is'), {
    description: 'Contract name to address',
  }),
  policy: t.Union([Policy, t.Null()], {
    description: 'Limits of the params of milestones; null until the chain has answered',
  }),
  chainId: t.Integer({ examples: [31337] }),
  explorer: t.String({ format: 'uri', examples: ['http://127.0.0.1:8787/api/explorer/milestones'] }),
  asOf: AsOf,
})
export type StatusDemo = typeof StatusDemo.static

export const MilestoneStatus = t.Object({
  ok: Ok,
  milestoneHash: Hash('The milestone'),
  verified: t.Boolean({ description: 'A final verdict approved the evidence', examples: [true] }),
  released: t.Boolean({ description: 'The stake was credited by the agreed splits', examples: [true] }),
  verifierCount: Count('Verifiers who voted'),
  verifiedVotes: Count('Votes that approve the evidence'),
  totalStaked: Wei('Everything ever staked on it by sponsors'),
  finalEvidenceRoot: Hash('Merkle root of the committed evidence; all zeros before any was committed'),
  state: StateWord,
  statusLabel: StatusLabel,
  capitalStatus: CapitalStatus,
  verdict: t.Union([Verdict, t.Null()], {
    description: 'What decided it; null before the final verdict, and when the builder cancelled it',
  }),
  params: t.Object(
    {
      quorumBps: Count('Share of the weight that has to vote, in basis points'),
      approvalBps: Count('Share of the cast weight that has to approve, in basis points'),
      minVoters: Count('Verifiers who have to vote'),
      votingSeconds: Count('Length of the vote'),
      challengeSeconds: Count('Length of the challenge window'),
      arbitrationSeconds: Count('Time that the arbiter has'),
      feeBps: Count('Fee of a release, in basis points'),
      slashBps: Count('Stake taken for an overturned vote, in basis points'),
    },
    { description: 'Rules that it was created with' },
  ),
  splits: t.Array(
    t.Object({ to: Address('Who is credited'), shareBps: Count('Share after the fee, in basis points') }),
    { description: 'Who is credited with its stake once it is verified; fixed when it was created' },
  ),
  builder: Address('Who does the work'),
  builderEns: Name('Primary name of the builder'),
  sponsors: t.Array(
    t.Object({
      address: Address('A backer'),
      ens: Name('Its primary name'),
      amountWei: Wei('What it staked in all'),
    }),
    { description: 'Everybody who staked, the largest first' },
  ),
  amountWei: Wei('What the contract still holds for it'),
  createdAt: Seconds('When it was created'),
  deadline: Seconds('Evidence must be in before this'),
  votingEndsAt: nullable(t.Integer({ examples: [1_790_000_000] }), 'End of the vote; null before evidence'),
  challengeEndsAt: nullable(
    t.Integer({ examples: [1_790_000_000] }),
    'End of the challenge window; null before the tally',
  ),
  metadataHash: Hash('keccak256 of the milestone description'),
  projectId: t.String({ description: 'The project, as text where it is text', examples: ['solar-pump'] }),
  votes: t.Array(
    t.Object({
      verifier: Address('Who voted'),
      ens: Name('Primary name of the verifier'),
      support: t.Boolean({ description: 'true approves', examples: [true] }),
      weight: Wei('Counted stake'),
      evidenceRoot: Hash('The root that this vote judged'),
      blockNumber: t.Integer({ examples: [212] }),
      txHash: Hash('The transaction of the vote'),
    }),
    { description: 'In the order of the chain' },
  ),
  weights: t.Object(
    {
      total: Wei('Stake that could vote when the evidence came'),
      excess: Wei(
        'What single verifiers hold of it above a third, as far as known; does not count towards the quorum',
      ),
      approving: Wei('Weight of the approving votes'),
      rejecting: Wei('Weight of the rejecting votes'),
    },
    { description: 'What the quorum and the verdict follow from: the quorum is a share of total - excess' },
  ),
  onChain: t.Object({
    contract: Address('The escrow contract'),
    createdTx: Hash('The transaction that created it'),
    settledTx: t.Union([t.String(), t.Null()], {
      description: 'The transaction of the final verdict',
      examples: [`0x${'3f'.repeat(32)}`],
    }),
  }),
  demo: t.Object({ tracks: t.Object({ chain: Track, evidence: Track, consensus: Track, names: Track }) }),
  asOf: AsOf,
})
export type MilestoneStatus = typeof MilestoneStatus.static

export const ExplorerItem = t.Object({
  milestoneHash: Hash('The milestone'),
  state: StateWord,
  statusLabel: StatusLabel,
  capitalStatus: CapitalStatus,
  stakedEth: Ether('Everything ever staked on it'),
  builder: Address('Who does the work'),
  builderEns: Name('Primary name of the builder'),
  projectId: t.String({ examples: ['solar-pump'] }),
  createdAt: Seconds('When it was created'),
  deadline: Seconds('Evidence must be in before this'),
})

export const ExplorerMilestones = t.Object({
  ok: Ok,
  count: Count('Milestones in this answer'),
  total: Count('Milestones that match the filters'),
  next: Next,
  milestones: t.Array(ExplorerItem, { description: 'Newest first' }),
  asOf: AsOf,
})
export type ExplorerMilestones = typeof ExplorerMilestones.static

export const ActivityType = t.Union(
  [
    t.Literal('verification'),
    t.Literal('charge'),
    t.Literal('revenue'),
    t.Literal('chaos'),
    t.Literal('deadline'),
  ],
  { examples: ['verification'] },
)

export const ActivityEvent = t.Object({
  id: t.String({
    description: 'Names the event; a reorg may give the name of a chain event to the one that replaces it',
    examples: ['212.3'],
  }),
  type: ActivityType,
  title: t.String({ examples: ['Milestone verified'] }),
  timestamp: Seconds('Time of its block, or when it happened outside the chain'),
  description: t.String({ examples: ['The approving verdict on solar-pump became final'] }),
  txHash: t.Optional(Hash('The transaction it came from')),
  blockNumber: t.Optional(t.Integer({ examples: [212] })),
  metadata: t.Record(t.String(), t.Union([t.String(), t.Number(), t.Boolean()]), {
    description: 'Details by kind of event',
    examples: [{ milestoneHash: `0x${'3f'.repeat(32)}` }],
  }),
})

export const Activity = t.Object({
  ok: Ok,
  count: Count('Events in this answer'),
  next: Next,
  lastEventId: t.String({
    description: 'Names this state of the feed: /api/activity/stream?lastEventId= goes on from exactly here',
    examples: ['212.3~17~9c1f03aa~5d2e77a01b9c'],
  }),
  events: t.Array(ActivityEvent, { description: 'Newest first' }),
  asOf: AsOf,
})
export type Activity = typeof Activity.static

export const ActivityStream = t.String({
  contentMediaType: 'text/event-stream',
  description:
    'Server-sent events. `activity`: an event, as GET /api/activity shows it. `retract`: `{aboveBlock, ids?}`, forget every event whose `blockNumber` is greater than `aboveBlock`; those that replace them follow. `reset`: forget everything and read GET /api/activity again.',
  examples: ['event: activity\nid: 212.3~17~9c1f03aa~5d2e77a01b9c\ndata: {"id":"212.3","type":"charge"}\n\n'],
})

const RpcHealth = t.Object({
  endpoint: t.String({ description: 'Host only; paths may hold keys', examples: ['http://127.0.0.1:41213'] }),
  ok: t.Boolean({ examples: [true] }),
  latencyMs: t.Union([t.Number(), t.Null()], {
    description: 'Of the last call; null before one',
    examples: [1.4],
  }),
  head: t.Union([t.Integer(), t.Null()], { description: 'Newest block it named', examples: [412] }),
  breaker: t.Union([t.Literal('closed'), t.Literal('open'), t.Literal('half-open')], {
    examples: ['closed'],
  }),
})

export const Operations = t.Object({
  ok: Ok,
  treasury: t.Object({
    earned: Usdc('Fees earned'),
    spent: Usdc('Paid to services'),
    net: Usdc('earned - spent'),
  }),
  recovery: t.Object({
    totalEvents: Count('Recovery events'),
    failures: Count('Those that ended in failure'),
  }),
  verifications: t.Array(
    t.Object({
      milestoneHash: Hash('The milestone'),
      verified: t.Boolean({ examples: [true] }),
      released: t.Boolean({ examples: [true] }),
      statusLabel: StatusLabel,
      settledAt: Seconds('Time of the final verdict'),
    }),
    { description: 'The newest 50 final verdicts, newest first' },
  ),
  overview: t.Object({
    totalMilestones: Count('Milestones on the chain'),
    verifiedCount: Count('Those with an approving final verdict'),
    totalStakedEth: Ether('Everything ever staked'),
  }),
  chaosActive: t.Boolean({ description: 'Whether a fault is being injected', examples: [false] }),
  recentEvents: t.Array(ActivityEvent, { description: 'The newest 10 of the feed' }),
  health: t.Object({
    rpc: t.Array(RpcHealth),
    indexer: t.Object({
      state: t.String({ examples: ['following'] }),
      head: t.Union([t.Integer(), t.Null()], {
        description: 'Newest block in these answers',
        examples: [412],
      }),
      lagBlocks: t.Union([t.Integer(), t.Null()], { description: 'Blocks behind the chain', examples: [0] }),
    }),
    pipeline: t.Object({
      reachable: t.Union([t.Boolean(), t.Null()], {
        description:
          'false while a verification cycle gets no answer from any endpoint; null where this server runs no cycles',
        examples: [true],
      }),
    }),
    database: t.Object({ ok: t.Boolean({ examples: [true] }), kind: t.String({ examples: ['pglite'] }) }),
  }),
  asOf: AsOf,
})
export type Operations = typeof Operations.static

export const Sponsor = t.Object({
  ok: Ok,
  summary: t.Object({
    totalReleased: Ether('Released to builders and their splits, fees included'),
    totalLocked: Ether('Held for milestones without a failing verdict'),
    totalRefundable: Ether('Held for failed milestones, to be refunded'),
    totalRefunded: Ether('Already refunded'),
    totalStaked: Ether('locked + released + refundable + refunded'),
    verifiedCount: Count('Milestones with an approving final verdict'),
    releasedCount: Count('Milestones whose stake was released'),
    totalMilestones: Count('Milestones on the chain'),
  }),
  count: Count('Milestones in this answer'),
  next: Next,
  milestones: t.Array(
    t.Object({
      milestoneHash: Hash('The milestone'),
      state: StateWord,
      statusLabel: StatusLabel,
      capitalStatus: CapitalStatus,
      stakedEth: Ether('Everything ever staked on it'),
      builderEns: Name('Primary name of the builder'),
      timeToVerdict: nullable(
        t.Integer({ examples: [432_000] }),
        'Seconds from creation to the final verdict; null before it',
      ),
    }),
    { description: 'Newest first' },
  ),
  asOf: AsOf,
})
export type Sponsor = typeof Sponsor.static

export const Verifiers = t.Object({
  ok: Ok,
  verifiers: t.Array(
    t.Object({
      address: Address('The verifier'),
      ens: Name('Its primary name'),
      bonded: t.Boolean({ description: 'Whether it has active stake', examples: [true] }),
      bondedEth: Ether('Its active stake'),
      lockedEth: Ether('What its open votes may cost it; as much of its stake cannot leave'),
      slashedEth: Ether('What it has lost by votes that the arbiter overturned'),
      abstentionEth: Ether('What it has paid for not voting'),
      rewardedEth: Ether('What it was given of the stake that wrong votes lost'),
      votesCast: Count('Votes in all'),
      coherentVotes: Count('Votes on the winning side of settled milestones'),
      milestonesParticipated: t.Array(Hash('A milestone it voted on'), {
        description: 'Newest first, 100 at most',
      }),
    }),
    { description: 'Most votes first, 200 at most' },
  ),
  consensus: t.Object({
    totalVotes: Count('Votes in all'),
    settledVotes: Count('Votes on settled milestones'),
    agreementRate: t.String({
      pattern: '^[0-9]{1,3}\\.[0-9]$',
      description: 'Percentage of settled votes on the winning side, one decimal; "0.0" without any',
      examples: ['97.5'],
    }),
    dissent: Count('Votes on the losing side of settled milestones'),
  }),
  asOf: AsOf,
})
export type Verifiers = typeof Verifiers.static

export const Treasury = t.Object({
  ok: Ok,
  earned: Usdc('Fees earned'),
  spent: Usdc('Paid to services'),
  net: Usdc('earned - spent'),
  spendByService: t.Record(t.String(), t.Number(), {
    description: 'Service to what it was paid, in USDC',
    examples: [{ 'llm-inference': 12.5 }],
  }),
  swept: Usdc('Taken out as revenue'),
  balance: Usdc('earned - spent - swept'),
  profitable: t.Boolean({ description: 'net is above 0', examples: [true] }),
  charges: t.Array(
    t.Object({
      service: t.String({ examples: ['llm-inference'] }),
      payee: Address('Who was paid'),
      amount: Usdc('What was paid'),
      ref: Hash('Charged once per reference'),
      timestamp: Seconds('Time of its block'),
      txHash: Hash('The transaction'),
    }),
    { description: 'The newest 100, newest first' },
  ),
  currency: t.Literal('USDC'),
  asOf: AsOf,
})
export type Treasury = typeof Treasury.static

const ActiveFault = t.Object({
  type: t.String({ examples: ['rpc_latency'] }),
  since: Seconds('When it was injected'),
  expiresAt: Seconds('When it ends by itself'),
  hits: Count('Requests it touched'),
  remaining: nullable(t.Integer({ examples: [3] }), 'Hits left; null without a count'),
})

export const Recovery = t.Object({
  ok: Ok,
  summary: t.Object({
    totalEvents: Count('Recovery events in all'),
    failures: Count('Those that ended in failure'),
    recoveries: Count('Those that ended in success'),
    verdictsLanded: Count('Final verdicts on the chain'),
    mttrMs: t.Object(
      {
        p50: t.Union([t.Number(), t.Null()], { examples: [120] }),
        p95: t.Union([t.Number(), t.Null()], { examples: [480] }),
      },
      { description: 'Time to recover over the newest 1,000 recoveries, in milliseconds; null before any' },
    ),
  }),
  events: t.Array(
    t.Object({
      timestamp: Seconds('When it was noticed'),
      title: t.String({
        description: 'Event and action as a line for people',
        examples: ['RPC unreachable: retry with backoff'],
      }),
      event: t.String({ examples: ['rpc_unreachable'] }),
      context: t.String({ examples: ['indexer'] }),
      action: t.String({ examples: ['retry with backoff'] }),
      target: t.String({ examples: ['http://127.0.0.1:41213'] }),
      outcome: t.Union([
        t.Literal('success'),
        t.Literal('degraded'),
        t.Literal('failed'),
        t.Literal('pending'),
      ]),
      latencyMs: nullable(t.Integer({ examples: [120] }), 'From notice to outcome; null while pending'),
      runId: nullable(t.String({ examples: ['run_7'] }), 'The verification run it belongs to, if any'),
    }),
    { description: 'Newest first, 100 at most' },
  ),
  chaos: t.Object({
    active: t.Array(ActiveFault, { description: 'Faults in force now' }),
  }),
  asOf: AsOf,
})
export type Recovery = typeof Recovery.static

export const ChaosRequest = t.Object(
  {
    type: t.String({
      minLength: 1,
      maxLength: 64,
      description: 'A fault, `kill_rpc`, `kill_all`, or `clear`; an unknown one is answered with the list',
      examples: ['rpc_429'],
    }),
    ttlSeconds: t.Optional(t.Number({ exclusiveMinimum: 0, maximum: 60, description: '30 by default' })),
    probability: t.Optional(
      t.Number({ minimum: 0, maximum: 1, description: 'Chance of each request; 1 by default' }),
    ),
    count: t.Optional(t.Integer({ minimum: 1, maximum: 100_000, description: 'Hits at most' })),
    methods: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: 20,
        description: 'Only these JSON-RPC methods',
      }),
    ),
    endpoint: t.Optional(
      t.Union([t.Integer({ minimum: 0, maximum: 15 }), t.Literal('all')], {
        description:
          'Only this endpoint, 0 for the first, or `all`. The default is 0, and all for `rpc_down` and `kill_all`',
      }),
    ),
    steps: t.Optional(
      t.Array(t.Union(stepWords.map((word) => t.Literal(word))), {
        minItems: 1,
        maxItems: stepWords.length,
        description: 'Only while a cycle is at one of these steps',
      }),
    ),
    seed: t.Optional(t.Integer({ minimum: 0, maximum: 4_294_967_295, description: 'Repeats the same dice' })),
  },
  { additionalProperties: false, example: { type: 'rpc_429', ttlSeconds: 20, probability: 0.3 } },
)

export const ChaosInjected = t.Object({
  ok: Ok,
  injected: t.Boolean({ description: 'false when faults were cleared', examples: [true] }),
  active: t.Array(ActiveFault, { description: 'Faults in force now' }),
})

export const VerificationAnswer = t.Object({
  ok: Ok,
  verified: t.Boolean({
    description: 'The milestone of this cycle has an approving final verdict',
    examples: [true],
  }),
  runId: t.String({ examples: ['run_6f1f3d0e2a119d5e'] }),
  status: t.Union([t.Literal('running'), t.Literal('verified'), t.Literal('unverified')], {
    description: 'running: it goes on by itself, and GET /api/chaos/runs/{runId} tells how it ends',
    examples: ['verified'],
  }),
  finished: t.Boolean({ description: 'false while the run goes on by itself', examples: [true] }),
  reason: t.Union([t.String(), t.Null()], { description: 'Why it is not verified, or where it stands' }),
  milestoneHash: t.Union([t.String(), t.Null()], { description: 'Its milestone; null before it is created' }),
  txHashes: t.Array(Hash('A transaction of the cycle')),
  requests: Count('Questions that the cycle asked the chain'),
  attempts: Count('Exchanges with endpoints that they took'),
  faultsHit: t.Record(t.String(), t.Integer(), { description: 'Fault to hits', examples: [{ rpc_429: 2 }] }),
  exercised: t.Boolean({ description: 'Whether any fault was hit', examples: [true] }),
  recoveries: Count('Failures of this run that were overcome'),
  durationMs: Count('Time so far, in milliseconds'),
  invariants: t.Array(t.Object({ name: t.String(), held: t.Boolean(), detail: t.String() }), {
    description: 'What chain and books must agree on; empty before the run has finished',
  }),
})
export type VerificationAnswer = typeof VerificationAnswer.static

export const NameRecordAnswer = t.Object({
  ok: Ok,
  ens: t.String({ description: 'The name in its normal form', examples: ['ada.eth'] }),
  address: t.String({
    pattern: '^0x[0-9a-fA-F]{40}$',
    description: 'Its addr record; the zero address without one',
    examples: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  }),
  svcMilestonesVerified: Count(
    'Verified milestones of that address that somebody else staked on; 0 unless its attestation is a non-negative integer',
  ),
  svcReputationScore: t.Integer({
    minimum: 0,
    maximum: 100,
    description:
      'round(100 x verified / (verified + failed)); 0 without a verdict, and unless its attestation is a non-negative integer',
    examples: [92],
  }),
  avatar: Name('Text record avatar'),
  description: Name('Text record description'),
  url: Name('Text record url'),
  github: Name('Text record com.github'),
  twitter: Name('Text record com.twitter'),
  svcProjects: t.Array(t.String(), {
    description: 'Projects of its milestones, oldest first',
    examples: [['solar-pump']],
  }),
  svcEarnedTotal: Ether(
    'Credited to that address by releases of milestones that others than the builder staked on',
  ),
  svcRecords: t.Object(
    {
      milestonesVerified: Name('Text record svc.milestones.verified as it stands'),
      reputationScore: Name('Text record svc.reputation.score as it stands'),
      agree: t.Boolean({ description: 'Whether both say what the chain events say', examples: [true] }),
    },
    { description: 'What the attestor wrote of that address, beside what the events show' },
  ),
  asOf: AsOf,
})
export type NameRecordAnswer = typeof NameRecordAnswer.static

const Leaf = t.Object({
  index: Count('Position in the tree'),
  name: t.String({ examples: ['field-report.md'] }),
  mediaType: t.String({ examples: ['text/markdown'] }),
  sha256: Hash('SHA-256 of the content'),
  bytes: Count('Length of the content'),
  content: t.String({ description: 'The document itself, UTF-8', examples: ['# Field report'] }),
  leafHash: Hash('keccak256(keccak256(abi.encode(name, sha256, bytes)))'),
})

export const IndexerSummary = t.Object({
  ok: Ok,
  count: Count('Bundles in this answer'),
  total: Count('Bundles held'),
  next: Next,
  bundles: t.Array(
    t.Object({
      root: Hash('Merkle root of the bundle'),
      title: t.String({ examples: ['Solar pump, phase 1'] }),
      leafCount: Count('Documents in it'),
      milestones: t.Array(Hash('A milestone whose committed evidence this is')),
    }),
  ),
  asOf: AsOf,
})
export type IndexerSummary = typeof IndexerSummary.static

export const IndexerBundle = t.Object({
  ok: Ok,
  root: Hash('Merkle root, rebuilt from the leaves below'),
  title: t.String({ examples: ['Solar pump, phase 1'] }),
  createdAt: Seconds('When the bundle was stored'),
  format: t.Object({
    tree: t.Literal('openzeppelin-standard-v1'),
    leafEncoding: t.Array(t.String(), { examples: [['string', 'bytes32', 'uint256']] }),
  }),
  leaves: t.Array(Leaf),
  milestones: t.Array(Hash('A milestone whose committed evidence this is')),
  asOf: AsOf,
})
export type IndexerBundle = typeof IndexerBundle.static

export const IndexerProof = t.Object({
  ok: Ok,
  root: Hash('Merkle root'),
  index: Count('Position of the leaf'),
  leafHash: Hash('The proven leaf'),
  proof: t.Array(Hash('A sibling'), { description: 'Bottom up, as MerkleProof.verify takes it' }),
  asOf: AsOf,
})
export type IndexerProof = typeof IndexerProof.static
