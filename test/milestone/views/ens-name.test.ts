import { expect, test } from 'bun:test'
import { zeroAddress } from 'viem'
import { milestoneError } from '../../../src/milestone/errors.ts'
import { ensName } from '../../../src/milestone/views/ens-name.ts'
import { account, type MadeEvent } from '../indexer/history.ts'
import {
  addressSet,
  attested,
  backerRefunded,
  claimed,
  created,
  credited,
  ether,
  failedMilestone,
  finalized,
  named,
  registered,
  released,
  releasedMilestone,
  snapshotOf,
  staked,
  submitted,
  tallied,
  textSet,
  transferred,
} from './small-chain.ts'

const verifiedKey = 'svc.milestones.verified'
const scoreKey = 'svc.reputation.score'

/** Ada built two verified milestones and one that failed: 2 verified, score 67. */
const history = [...releasedMilestone('one'), ...releasedMilestone('two'), ...failedMilestone('three')]
const adaSays = (verified: string, score: string) =>
  snapshotOf([
    named('ada.eth', 0),
    ...history,
    [attested(0, verifiedKey, verified), attested(0, scoreKey, score)],
  ])

test('a name answers with its records and what the events show of its address', () => {
  const records = [
    textSet('ada.eth', 'avatar', 'ipfs://picture'),
    textSet('ada.eth', 'description', 'Builds pumps'),
    textSet('ada.eth', 'url', 'https://ada.example'),
    textSet('ada.eth', 'com.github', 'ada'),
    textSet('ada.eth', 'com.twitter', 'ada_builds'),
    attested(0, verifiedKey, '2'),
    attested(0, scoreKey, '67'),
  ]
  const now = snapshotOf([named('ada.eth', 0), ...history, records])
  expect(ensName(now, 'Ada')).toEqual({
    ok: true,
    ens: 'ada.eth',
    address: account(0),
    svcMilestonesVerified: 2,
    svcReputationScore: 67,
    avatar: 'ipfs://picture',
    description: 'Builds pumps',
    url: 'https://ada.example',
    github: 'ada',
    twitter: 'ada_builds',
    svcProjects: ['solar-pump'],
    svcEarnedTotal: '3.9800',
    svcRecords: { milestonesVerified: '2', reputationScore: '67', agree: true },
    asOf: now.asOf,
  })
})

test.each([
  'two',
  '-2',
  '2.0',
  '2e0',
  '0x2',
  '+2',
  ' 2',
  '2\n',
  '02',
  '٢',
  'NaN',
  'Infinity',
  '',
  '99999999999999999',
  '9'.repeat(10_000),
])('an attestation %p is not a count, so the figure is 0 and the record stands beside it', (record) => {
  const { svcMilestonesVerified, svcReputationScore, svcRecords } = ensName(
    adaSays(record, record),
    'ada.eth',
  )
  expect([svcMilestonesVerified, svcReputationScore]).toEqual([0, 0])
  const shown = record === '' ? null : record
  expect(svcRecords).toEqual({ milestonesVerified: shown, reputationScore: shown, agree: false })
})

test('an attestation of more than the events show changes no figure and does not agree', () => {
  const answer = ensName(adaSays('50', '100'), 'ada.eth')
  expect([answer.svcMilestonesVerified, answer.svcReputationScore]).toEqual([2, 67])
  expect(answer.svcRecords.agree).toBe(false)
})

test('one unreadable attestation does not take the other figure away', () => {
  const answer = ensName(adaSays('2', 'good'), 'ada.eth')
  expect([answer.svcMilestonesVerified, answer.svcReputationScore]).toEqual([2, 0])
})

test.each([
  [1, 0, 100],
  [0, 1, 0],
  [1, 1, 50],
  [1, 2, 33],
  [2, 1, 67],
  [1, 7, 13],
  [3, 197, 2],
  [1, 199, 1],
  [1, 201, 0],
  [199, 1, 100],
])('%p verified and %p failed round to a score of %p', (verified, failed, score) => {
  const settle = (name: string, verdict: boolean): MadeEvent[] => [
    created(name),
    staked(name, 3, ether, ether),
    finalized(name, verdict),
  ]
  const verdicts = [
    ...Array.from({ length: verified }, (_, index) => settle(`v${index}`, true)),
    ...Array.from({ length: failed }, (_, index) => settle(`f${index}`, false)),
  ]
  const now = snapshotOf([named('ada.eth', 0), ...verdicts, [attested(0, scoreKey, '0')]])
  expect(ensName(now, 'ada').svcReputationScore).toBe(score)
})

test('a milestone without a stake of another account gives no reputation', () => {
  const settle = (name: string, stakes: MadeEvent[], verdict: boolean) => [
    created(name),
    ...stakes,
    finalized(name, verdict),
  ]
  const own = staked('own', 0, ether, ether)
  const now = snapshotOf([
    named('ada.eth', 0),
    [...settle('own', [own], true), released('own', ether), credited('own', 0, ether)],
    settle('none', [], true),
    settle('missed', [], false),
    settle('mixed', [staked('mixed', 0, ether, ether), staked('mixed', 3, 1n, ether + 1n)], true),
    [attested(0, verifiedKey, '1'), attested(0, scoreKey, '100')],
  ])
  expect(ensName(now, 'ada')).toMatchObject({
    svcMilestonesVerified: 1,
    svcReputationScore: 100,
    svcEarnedTotal: '0.0000',
    svcRecords: { agree: true },
  })
})

/** Ada's reputation and a name of Mallory, account 1, that did `steps`. */
const malloryDid = (...steps: MadeEvent[]) =>
  snapshotOf([
    named('ada.eth', 0),
    ...history,
    [attested(0, verifiedKey, '2'), attested(0, scoreKey, '67')],
    named('mallory.eth', 1),
    steps,
  ])
const nothing = {
  svcMilestonesVerified: 0,
  svcReputationScore: 0,
  svcProjects: [],
  svcEarnedTotal: '0.0000',
  svcRecords: { milestonesVerified: null, reputationScore: null, agree: false },
}
const adas = { svcMilestonesVerified: 2, svcReputationScore: 67, svcEarnedTotal: '3.9800' }

test('a name pointed at another account shows its address and none of its reputation', () => {
  const now = malloryDid(addressSet('mallory.eth', 0), claimed('mallory.eth', 1))
  expect(ensName(now, 'mallory')).toMatchObject({ address: account(0), ...nothing })
  expect(ensName(now, 'ada')).toMatchObject(adas)
})

test.each<[string, MadeEvent[], object]>([
  ['as it was sold', [], nothing],
  ['pointed at the seller by the buyer', [addressSet('ada.eth', 0)], nothing],
  ['claimed by the seller again', [claimed('ada.eth', 0)], nothing],
  ['pointed at the buyer', [addressSet('ada.eth', 1), claimed('ada.eth', 1)], nothing],
  ['wanted by both', [addressSet('ada.eth', 0), claimed('ada.eth', 0)], adas],
  ['given back', [transferred('ada.eth', 0)], adas],
])('a sold name, %s, shows a reputation only if its owner and the address agree', (_, steps, shown) => {
  const now = malloryDid(transferred('ada.eth', 1), ...steps)
  expect(ensName(now, 'ada')).toMatchObject(shown)
})

test('an address that claims another name, or none, shows nothing under the first', () => {
  for (const name of ['', 'mallory.eth', 'Ada.eth', 'nobody.eth'])
    expect(ensName(malloryDid(claimed(name, 0)), 'ada')).toMatchObject(nothing)
})

test('a name claimed before it was registered must be claimed again', () => {
  const early = [claimed('late.eth', 0), registered('late.eth', 1), addressSet('late.eth', 0)]
  expect(ensName(malloryDid(...early), 'late')).toMatchObject(nothing)
  expect(ensName(malloryDid(...early, claimed('late.eth', 0)), 'late')).toMatchObject(adas)
})

test('text records of a name are not attestations', () => {
  const now = snapshotOf([named('ada.eth', 0), ...history, [textSet('ada.eth', verifiedKey, '2')]])
  expect(ensName(now, 'ada')).toMatchObject({ svcMilestonesVerified: 0, svcRecords: nothing.svcRecords })
})

test('a registered name without an address has no reputation of the zero address', () => {
  const answer = ensName(
    snapshotOf([[registered('bare.eth', 1), attested(0, verifiedKey, '0')], ...history]),
    'bare',
  )
  expect(answer).toMatchObject({ address: zeroAddress, svcMilestonesVerified: 0, svcProjects: [] })
  expect(answer.svcEarnedTotal).toBe('0.0000')
})

test('projects are listed once each, oldest first', () => {
  const made = [created('a', 0, 'wells'), created('b', 0, 'solar-pump'), created('c', 0, 'wells')]
  const now = snapshotOf([named('ada.eth', 0), made, [created('d', 1, 'not-hers')]])
  expect(ensName(now, 'ada').svcProjects).toEqual(['wells', 'solar-pump'])
})

test('an unregistered name is not found, even when records were written under it', () => {
  const now = snapshotOf([[textSet('ghost.eth', 'url', 'https://ghost.example')]])
  expect(() => ensName(now, 'ghost.eth')).toThrow(milestoneError('name_not_found'))
  expect(() => ensName(now, '')).toThrow('Cannot look up this name: ')
})

test('every share of a release counts for the account it is credited to, a refund for none', () => {
  const now = snapshotOf([
    named('ada.eth', 0),
    named('partner.eth', 5),
    named('backer.eth', 3),
    ...releasedMilestone('one'),
    [credited('one', 5, ether / 4n)],
    [created('two'), staked('two', 3, ether, ether), submitted('two')],
    [tallied('two', false), finalized('two', false)],
    [backerRefunded('two', 3, ether, 0n), credited('two', 3, ether)],
  ])
  expect(ensName(now, 'ada').svcEarnedTotal).toBe('1.9900')
  expect(ensName(now, 'partner').svcEarnedTotal).toBe('0.2500')
  expect(ensName(now, 'backer').svcEarnedTotal).toBe('0.0000')
})
