import { expect, test } from 'bun:test'
import { zeroAddress } from 'viem'
import { InvalidName, NameNotFound } from '../../../src/milestone/errors.ts'
import { ensName } from '../../../src/milestone/views/ens-name.ts'
import { account, hash, type MadeEvent } from '../indexer/history.ts'
import {
  backerRefunded,
  created,
  credited,
  ether,
  failedMilestone,
  finalized,
  named,
  releasedMilestone,
  snapshotOf,
  staked,
  submitted,
  tallied,
  textSet,
} from './small-chain.ts'

const verifiedKey = 'svc.milestones.verified'
const scoreKey = 'svc.reputation.score'

/** Ada built two verified milestones and one that failed: 2 verified, score 67. */
const history = [...releasedMilestone('one'), ...releasedMilestone('two'), ...failedMilestone('three')]
const adaSays = (verified: string, score: string) =>
  snapshotOf([
    named('ada.eth', 0),
    ...history,
    [textSet('ada.eth', verifiedKey, verified), textSet('ada.eth', scoreKey, score)],
  ])

test('a name answers with its records and what the events show of its address', () => {
  const records = [
    textSet('ada.eth', 'avatar', 'ipfs://picture'),
    textSet('ada.eth', 'description', 'Builds pumps'),
    textSet('ada.eth', 'url', 'https://ada.example'),
    textSet('ada.eth', 'com.github', 'ada'),
    textSet('ada.eth', 'com.twitter', 'ada_builds'),
    textSet('ada.eth', verifiedKey, '2'),
    textSet('ada.eth', scoreKey, '67'),
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
  ['two'],
  ['-2'],
  ['2.0'],
  ['2e0'],
  ['0x2'],
  ['+2'],
  [' 2'],
  ['2\n'],
  ['02'],
  ['٢'],
  ['NaN'],
  ['Infinity'],
  [''],
  ['99999999999999999'],
  ['9'.repeat(10_000)],
])('a text record %p is no count, so the figure is 0 and the record stands beside it', (record) => {
  const { svcMilestonesVerified, svcReputationScore, svcRecords } = ensName(
    adaSays(record, record),
    'ada.eth',
  )
  expect([svcMilestonesVerified, svcReputationScore]).toEqual([0, 0])
  const shown = record === '' ? null : record
  expect(svcRecords).toEqual({ milestonesVerified: shown, reputationScore: shown, agree: false })
})

test('a record that claims more than the events show changes no figure and is told to disagree', () => {
  const answer = ensName(adaSays('50', '100'), 'ada.eth')
  expect([answer.svcMilestonesVerified, answer.svcReputationScore]).toEqual([2, 67])
  expect(answer.svcRecords.agree).toBe(false)
})

test('one unreadable record does not take the other figure away', () => {
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
  const settle = (name: string, verdict: boolean): MadeEvent[] => [created(name), finalized(name, verdict)]
  const verdicts = [
    ...Array.from({ length: verified }, (_, index) => settle(`v${index}`, true)),
    ...Array.from({ length: failed }, (_, index) => settle(`f${index}`, false)),
  ]
  const claim = textSet('ada.eth', scoreKey, '0')
  expect(ensName(snapshotOf([named('ada.eth', 0), ...verdicts, [claim]]), 'ada').svcReputationScore).toBe(
    score,
  )
})

test('a registered name without an address has no reputation of the zero address', () => {
  const node = hash('bare.eth')
  const registered: MadeEvent = {
    contract: 'NameRegistry',
    name: 'NameRegistered',
    args: { node, name: 'bare.eth', owner: account(1) },
  }
  const answer = ensName(
    snapshotOf([[registered, textSet('bare.eth', verifiedKey, '0')], ...history]),
    'bare',
  )
  expect(answer).toMatchObject({ address: zeroAddress, svcMilestonesVerified: 0, svcProjects: [] })
  expect(answer.svcEarnedTotal).toBe('0.0000')
})

test('projects are told once each, oldest first', () => {
  const made = [created('a', 0, 'wells'), created('b', 0, 'solar-pump'), created('c', 0, 'wells')]
  const now = snapshotOf([named('ada.eth', 0), made, [created('d', 1, 'not-hers')]])
  expect(ensName(now, 'ada').svcProjects).toEqual(['wells', 'solar-pump'])
})

test('a name that nobody registered is not found, even when records were written under it', () => {
  const now = snapshotOf([[textSet('ghost.eth', 'url', 'https://ghost.example')]])
  expect(() => ensName(now, 'ghost.eth')).toThrow(NameNotFound)
  expect(() => ensName(now, '')).toThrow(InvalidName)
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
