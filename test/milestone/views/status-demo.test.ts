import { expect, test } from 'bun:test'
import { demoPolicy } from '../../../src/milestone/demo/policy.ts'
import { statusDemo } from '../../../src/milestone/views/status-demo.ts'
import {
  created,
  failedMilestone,
  idOf,
  named,
  releasedMilestone,
  snapshotOf,
  submitted,
} from './small-chain.ts'
import { deployment } from './small-deployment.ts'

const about = {
  deployment,
  policy: undefined,
  statusUrl: 'https://status.example',
  indexerUrl: 'https://evidence.example/api/indexer',
}

test('the hints are the newest milestone of each status on the chain, a released one first', () => {
  const now = snapshotOf([
    ...releasedMilestone('old'),
    ...releasedMilestone('new'),
    ...failedMilestone('lost'),
    [created('voting'), submitted('voting')],
    [created('open')],
  ])
  const { milestones } = statusDemo(now, about).demoHints
  expect(milestones).toEqual([idOf('new'), idOf('open'), idOf('voting'), idOf('lost')])
  const onChain = new Set<string>(now.readModel.milestones.keys())
  expect(milestones.filter((hash) => !onChain.has(hash))).toEqual([])
})

test('the builder of the hints is the one with the most verified milestones among those with a name', () => {
  const now = snapshotOf([
    [...named('ada.eth', 0), ...named('bo.eth', 1)],
    ...releasedMilestone('a', 0),
    ...releasedMilestone('b', 1),
    ...releasedMilestone('c', 1),
    ...releasedMilestone('d', 2),
    ...releasedMilestone('e', 2),
    ...releasedMilestone('f', 2),
  ])
  expect(statusDemo(now, about).demoHints.builderEns).toBe('bo.eth')
})

test('addresses are the configured ones and contracts those of the deployment', () => {
  const now = snapshotOf([[created('m')]])
  const { demoHints, pitch, ...rest } = statusDemo(now, about)
  expect(rest).toEqual({
    ok: true,
    contracts: deployment.contracts,
    policy: null,
    chainId: 31337,
    explorer: 'https://status.example/api/explorer/milestones',
    asOf: now.asOf,
  })
  expect(demoHints).toEqual({
    milestones: [idOf('m')],
    builderEns: '',
    metadataIndexer: 'https://evidence.example/api/indexer',
  })
  expect(pitch).not.toBe('')
})

test('the limits of the deployment have the names of the params', () => {
  const { policy } = statusDemo(snapshotOf([[created('m')]]), { ...about, policy: demoPolicy })
  expect(policy).toEqual({
    quorumBpsMin: 3000,
    minVotersMin: 3,
    votingSecondsMin: 3600,
    challengeSecondsMin: 1,
    arbitrationSecondsMin: 60,
    deadlineSecondsMax: 365 * 86_400,
    feeBpsMax: 1000,
    slashBpsMin: 500,
    slashBpsMax: 5000,
    abstentionBps: 10,
    stakeWeiMin: '10000000000000000',
    pauseSeconds: 7 * 86_400,
  })
})
