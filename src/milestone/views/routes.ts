import { Type as t } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RouteBase } from '../../kernel/http/route-base.ts'
import { ChoiceParameter, DescribedText } from '../../kernel/http/text-schemas.ts'
import type { Chaos } from '../chaos/fault.ts'
import { activeFaults } from '../chaos/schemas.ts'
import type { Deployment } from '../contracts/deployment.ts'
import type { EscrowPolicy } from '../contracts/policy.ts'
import type { EvidenceStore } from '../evidence/evidence-store.ts'
import type { RecoveryLog } from '../feed/recovery-log.ts'
import { milestoneStates } from '../indexer/read-model.ts'
import type { PipelineEvents } from '../pipeline-event.ts'
import { cursor, hashParameter, limit, looksUp, reads, since } from '../wire/route-options.ts'
import type { CachedViews } from './cached-views.ts'
import { ensName, NameRecordAnswer } from './ens-name.ts'
import { ExplorerMilestones, explorerMilestones } from './explorer-milestones.ts'
import { statusLabels } from './labels.ts'
import { MilestoneStatus, milestoneStatus } from './milestone-status.ts'
import { Operations, operations } from './operations.ts'
import { Recovery, recovery } from './recovery.ts'
import { CapitalHistory, capitalHistory, Sponsor, Sponsors, sponsor, sponsors } from './sponsor.ts'
import { StatusDemo, statusDemo } from './status-demo.ts'
import { Treasury, TreasuryHistory, treasury, treasuryHistory } from './treasury.ts'
import { Verifiers, verifiers } from './verifiers.ts'

export interface ViewDeps {
  deployment: Deployment
  /** Undefined until the chain has answered. */
  policy: () => EscrowPolicy | undefined
  recoveryLog: RecoveryLog
  pipeline: PipelineEvents
  evidence: Pick<EvidenceStore, 'title'>
  health: () => Operations['health']
  urls: { status: string; indexer: string }
  /** Undefined where no faults can be injected. */
  chaos: Pick<Chaos, 'active'> | undefined
  views: CachedViews
}

/** Reads of the model as a whole, and of one milestone or name. */
export function viewRoutes(
  routeBase: RouteBase,
  { deployment, policy, recoveryLog, pipeline, evidence, health, urls, chaos, views }: ViewDeps,
) {
  return new Elysia({ name: 'milestone.views', tags: ['milestone'] })
    .use(routeBase)
    .get(
      '/api/status/demo',
      (context) =>
        views.cached(context, (now) =>
          statusDemo(now, {
            deployment,
            policy: policy(),
            statusUrl: urls.status,
            indexerUrl: urls.indexer,
          }),
        ),
      reads(StatusDemo, 'Where to start: what this shows and which records to open', 'readStatusDemo'),
    )
    .get(
      '/api/status/milestone/:milestoneHash',
      (context) =>
        views.cached(context, (now) =>
          milestoneStatus(now, context.params.milestoneHash, {
            deployment,
            titleOf: evidence.title,
          }),
        ),
      {
        ...looksUp(MilestoneStatus, 'One milestone: state, votes, money, evidence', 'readMilestone'),
        params: t.Object({ milestoneHash: hashParameter('The milestone') }),
      },
    )
    .get(
      '/api/explorer/milestones',
      (context) => views.cached(context, (now) => explorerMilestones(now, context.query, evidence.title)),
      {
        ...reads(ExplorerMilestones, 'All milestones, newest first', 'listMilestones'),
        query: t.Object({
          limit: limit(50),
          cursor,
          state: ChoiceParameter(milestoneStates, 'Only milestones in this state'),
          builder: t.Optional(
            t.String({ description: 'Only milestones of this builder: an address or a name' }),
          ),
          label: ChoiceParameter(statusLabels, 'Only milestones with this status label'),
          text: t.Optional(
            t.String({
              minLength: 1,
              maxLength: 100,
              description: 'Only milestones whose title, project, builder’s name or hash contains this',
            }),
          ),
        }),
      },
    )
    .get(
      '/api/operations',
      (context) =>
        views.uncached(
          context,
          operations(
            { ...views.snapshot(), pipeline },
            { health: health(), recovery: recoveryLog, chaosActive: (chaos?.active() ?? []).length > 0 },
          ),
        ),
      reads(Operations, 'Treasury, verdicts, health and recovery at a glance', 'readOperations'),
    )
    .get('/api/sponsor', (context) => views.cached(context, (now) => sponsor(now, context.query)), {
      ...reads(Sponsor, 'Sponsors’ money: locked, released and refunded', 'readSponsor'),
      query: t.Object({ limit: limit(200), cursor }),
    })
    .get(
      '/api/sponsors',
      (context) => views.cached(context, sponsors),
      reads(
        Sponsors,
        'Each sponsor’s money: staked, locked, released, refundable and refunded',
        'listSponsors',
      ),
    )
    .get(
      '/api/sponsors/history',
      (context) => views.cached(context, capitalHistory),
      reads(CapitalHistory, 'Sponsors’ money by day and state', 'readCapitalHistory'),
    )
    .get(
      '/api/treasury/history',
      (context) => views.cached(context, treasuryHistory),
      reads(TreasuryHistory, 'The agent’s income and spending by day and service', 'readTreasuryHistory'),
    )
    .get(
      '/api/verifiers',
      (context) => views.cached(context, verifiers),
      reads(Verifiers, 'Who votes, with what stake, and how often they agree', 'listVerifiers'),
    )
    .get(
      '/api/treasury',
      (context) => views.cached(context, treasury),
      reads(Treasury, 'The agent’s income and spending', 'readTreasury'),
    )
    .get(
      '/api/recovery',
      (context) =>
        views.cached(context, (now) =>
          recovery(now, recoveryLog, activeFaults(chaos?.active() ?? []), context.query.since),
        ),
      {
        ...reads(Recovery, 'What went wrong, and what was done about it', 'readRecovery'),
        query: t.Object({ since }),
      },
    )
    .get('/api/ens/:name', (context) => views.cached(context, (now) => ensName(now, context.params.name)), {
      ...looksUp(
        NameRecordAnswer,
        'A name, its records and its reputation',
        'readName',
        'Every `svc` field is about the address that the name resolves to: its present owner points the name at it, and it has claimed the name as its primary name under that owner. Without one they are 0, null or empty.',
      ),
      params: t.Object({
        name: DescribedText({
          description: 'A name; `.eth` is added to a bare label',
          examples: ['ada.eth'],
        }),
      }),
    })
}
