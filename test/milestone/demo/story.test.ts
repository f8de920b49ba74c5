import { afterAll, expect, test } from 'bun:test'
import { type Hex, hexToString, keccak256, parseEther, parseEventLogs, stringToHex } from 'viem'
import {
  agentTreasuryAbi,
  milestoneEscrowAbi,
  milestoneLensAbi,
  verifierRegistryAbi,
} from '../../../src/milestone/contracts/abi.ts'
import { builderKeys, sponsorKeys, verifierKeys } from '../../../src/milestone/demo/actors.ts'
import { planSeed } from '../../../src/milestone/demo/plan.ts'
import { avatarOf, profiles } from '../../../src/milestone/demo/profiles.ts'
import { story } from '../../../src/milestone/demo/story.ts'
import { proofOf, verifyBundle } from '../../../src/milestone/evidence/evidence.ts'
import { daySeconds, startSeededNode, storyEnd } from './support.ts'

const genesisTimestamp = 1_790_000_000
const now = storyEnd(genesisTimestamp)
const node = await startSeededNode(genesisTimestamp)
afterAll(() => node.stop())

async function readMilestones() {
  return node.client.readContract({
    address: node.plan.contracts.MilestoneLens,
    abi: milestoneLensAbi,
    functionName: 'milestones',
    args: [node.plan.milestones.map(({ hash }) => hash)],
  })
}

async function escrowEvents() {
  const { MilestoneEscrow, VerifierRegistry, AgentTreasury } = node.plan.contracts
  const logs = await node.client.getLogs({
    address: [MilestoneEscrow, VerifierRegistry, AgentTreasury],
    fromBlock: 1n,
  })
  return parseEventLogs({ abi: [...milestoneEscrowAbi, ...verifierRegistryAbi, ...agentTreasuryAbi], logs })
}

const labels = ',Open,Voting,Challenge window,Disputed,Verified,Failed,Released,Refunded'.split(',')
const labelOf = ({ state, staked }: { state: number; staked: bigint }) =>
  labels[state] === 'Failed' && staked > 0n ? 'Refundable' : labels[state]

test('the chain holds 27 milestones, and each of the nine status labels at least once', async () => {
  const found = new Map<string, number>()
  for (const milestone of await readMilestones()) {
    const label = labelOf(milestone) ?? ''
    found.set(label, (found.get(label) ?? 0) + 1)
  }
  expect(Object.fromEntries(found)).toEqual({
    Open: 3,
    Voting: 2,
    'Challenge window': 2,
    Disputed: 1,
    Verified: 2,
    Released: 8,
    Refundable: 3,
    Refunded: 5,
    Failed: 1,
  })
})

test('every milestone has the verdict of its script', async () => {
  const expected = node.plan.milestones.map(({ script }) => [script.key, script.verified])
  const read = (await readMilestones()).map((milestone, index) => {
    const settled = ['Verified', 'Failed', 'Released', 'Refunded'].includes(labels[milestone.state] ?? '')
    return [node.plan.milestones[index]?.script.key, settled ? milestone.verdict : undefined]
  })
  expect(read).toEqual(expected)
})

test('what is pending stays pending for more than three days after the story ends', async () => {
  for (const milestone of await readMilestones()) {
    const end = {
      Open: milestone.deadline,
      Voting: milestone.votingEndsAt,
      'Challenge window': milestone.challengeEndsAt,
      Disputed: milestone.arbitrationEndsAt,
    }[labelOf(milestone) ?? '']
    if (end !== undefined) expect(end - now).toBeGreaterThan(3 * daySeconds)
  }
})

test('the story covers a dispute upheld, one overturned with slashing, one running, a cancellation and missed deadlines', async () => {
  const events = await escrowEvents()
  const named = (name: (typeof events)[number]['eventName']) =>
    events.filter(({ eventName }) => eventName === name)
  const key = (id: Hex) => node.plan.milestones.find(({ hash }) => hash === id)?.script.key
  const rulings = events.flatMap((event) =>
    event.eventName === 'Ruled' ? [[key(event.args.id), event.args.verdict, event.args.overturned]] : [],
  )
  expect(rulings).toEqual([
    ['cold-storage', true, false],
    ['water-atlas', true, true],
  ])
  const slashes = events.flatMap((event) =>
    event.eventName === 'VoteSettled' && event.args.slashed > 0n
      ? [[event.args.verifier, event.args.slashed]]
      : [],
  )
  // A tenth of what each vote weighed: other open votes had locked a part of both bonds.
  expect(slashes).toEqual([
    [node.plan.actors.sable.address, parseEther('1.638')],
    [node.plan.actors.north.address, parseEther('1.08')],
  ])
  expect(named('MilestoneDisputed')).toHaveLength(4)
  expect(named('MilestoneCancelled')).toHaveLength(2)
  expect(named('UnbondStarted')).toHaveLength(3)
  expect(named('Withdrawn').length).toBeGreaterThanOrEqual(5)
  const missed = events.flatMap((event) =>
    event.eventName === 'MilestoneFinalized' && /^0x0+$/.test(event.args.evidenceRoot)
      ? [key(event.args.id)]
      : [],
  )
  expect(missed).toEqual(['attempt-dust-stake', 'seed-library', 'wind-logger', 'paper-pilot'])
})

test('no attempt to cheat changes an outcome', async () => {
  const events = await escrowEvents()
  const read = await readMilestones()
  const outcomes = read.flatMap((milestone, index) => {
    const key = node.plan.milestones[index]?.script.key ?? ''
    return key.startsWith('attempt-') ? [[key, labelOf(milestone), milestone.voters]] : []
  })
  expect(outcomes).toEqual([
    ['attempt-lone-vote', 'Refunded', 1],
    ['attempt-dust-stake', 'Refunded', 0],
    ['attempt-whale-abstains', 'Released', 4],
    ['attempt-pause', 'Released', 3],
    ['attempt-late-bond', 'Refunded', 3],
    ['attempt-staked-arbiter', 'Refundable', 3],
    ['attempt-own-stake', 'Released', 3],
  ])
  // With the whale's excess in its base the quorum of the votes would have been missed.
  const whale = read.find(({ excessWeight }) => excessWeight > 0n)
  const { approvingWeight = 0n, totalWeight = 0n, excessWeight = 0n } = whale ?? {}
  expect(approvingWeight * 2n).toBeLessThan(totalWeight)
  expect(approvingWeight * 2n).toBeGreaterThanOrEqual(totalWeight - excessWeight)

  const pause = events.filter(({ eventName }) => eventName === 'Paused' || eventName === 'Unpaused')
  const [paused = 0n, unpaused = 0n] = pause.map(({ blockNumber }) => blockNumber)
  const within = events.filter(({ blockNumber }) => blockNumber > paused && blockNumber < unpaused)
  const id = node.plan.milestones.find(({ script }) => script.key === 'attempt-pause')?.hash
  expect(
    within.flatMap((event) => ('id' in event.args && event.args.id === id ? [event.eventName] : [])),
  ).toEqual(['Voted', 'Voted', 'Voted', 'Tallied'])
})

test('every name resolves forward and backward through viem', async () => {
  for (const key of [...builderKeys, ...sponsorKeys, ...verifierKeys]) {
    const name = `${profiles[key].label}.eth`
    const { address } = node.plan.actors[key]
    expect(await node.client.getEnsAddress({ name })).toBe(address)
    expect(await node.client.getEnsName({ address })).toBe(name)
    expect(await node.client.getEnsAvatar({ name })).toBe(avatarOf(profiles[key]))
    expect(await node.client.getEnsText({ name, key: 'com.github' })).toBe(profiles[key].label)
  }
  expect(await node.client.getEnsAddress({ name: 'nobody-here.eth' })).toBeNull()
  expect(await node.client.getEnsName({ address: node.plan.actors.arbiter.address })).toBeNull()
  expect(await node.client.getEnsText({ name: 'atlas-audit.eth', key: 'unset' })).toBeNull()
})

test("a builder's attestations agree with the verdicts on what others staked on; a borrowed name shows none", async () => {
  const events = await escrowEvents()
  const read = async (name: string) => [
    await node.client.getEnsText({ name, key: 'svc.milestones.verified' }),
    await node.client.getEnsText({ name, key: 'svc.reputation.score' }),
  ]
  for (const key of builderKeys) {
    const { address } = node.plan.actors[key]
    const own = new Set(
      node.plan.milestones.filter(({ script }) => script.builder === key).map(({ hash }): string => hash),
    )
    const backed = new Set(
      events.flatMap((event) =>
        event.eventName === 'MilestoneStaked' && event.args.backer !== address ? [event.args.id] : [],
      ),
    )
    const verdicts = events.flatMap((event) =>
      event.eventName === 'MilestoneFinalized' && own.has(event.args.id) && backed.has(event.args.id)
        ? [event.args.verified]
        : [],
    )
    const verified = verdicts.filter((verdict) => verdict).length
    const score = Math.round((100 * verified) / verdicts.length)
    expect(await read(`${profiles[key].label}.eth`)).toEqual([String(verified), String(score)])
  }
  expect((await read('paper-lantern.eth'))[0]).toBe('0')
  expect(await node.client.getEnsAddress({ name: `${story.borrower}.eth` })).toBe(
    node.plan.actors.tidepool.address,
  )
  expect(await read(`${story.borrower}.eth`)).toEqual([null, null])
})

test('every bundle fits its root, and the contract accepts a leaf of it for its own milestone alone', async () => {
  const withEvidence = node.plan.milestones.flatMap(({ hash, bundle }) =>
    bundle === undefined ? [] : [{ hash, bundle }],
  )
  expect(withEvidence).toHaveLength(20)
  const proves = (id: Hex, leafHash: Hex, proof: Hex[]) =>
    node.client.readContract({
      address: node.plan.contracts.MilestoneLens,
      abi: milestoneLensAbi,
      functionName: 'provesEvidence',
      args: [id, leafHash, proof],
    })
  for (const [position, { hash, bundle }] of withEvidence.entries()) {
    expect(bundle.leaves.length).toBeWithin(3, 9)
    expect(verifyBundle(bundle.root, bundle.leaves)).toBe(true)
    const other = withEvidence[(position + 1) % withEvidence.length]
    const { leafHash, proof } = proofOf(bundle, position % bundle.leaves.length)
    expect(await proves(hash, leafHash, proof)).toBe(true)
    expect(await proves(other?.hash ?? '0x', leafHash, proof)).toBe(false)
  }
})

test('the metadata of a milestone is JSON whose keccak256 is on the chain, and its project id is readable', async () => {
  const created = (await escrowEvents()).flatMap((event) =>
    event.eventName === 'MilestoneCreated' ? [event.args] : [],
  )
  expect(created).toHaveLength(27)
  for (const { id, metadataHash, projectId } of created) {
    const planned = node.plan.milestones.find(({ hash }) => hash === id)
    expect(keccak256(stringToHex(planned?.metadata ?? ''))).toBe(metadataHash)
    expect(JSON.parse(planned?.metadata ?? '')).toMatchObject({
      project: hexToString(projectId, { size: 32 }),
    })
  }
})

test('the story ends before day thirty, whenever it begins', () => {
  for (const beginning of [0, 1_790_000_000, 1_790_043_211, 4_102_444_799]) {
    const plan = planSeed(beginning)
    expect(plan.blocks.at(-1)?.timestamp).toBeLessThan(storyEnd(beginning))
    expect(plan.blocks.at(-1)?.timestamp).toBeGreaterThan(storyEnd(beginning) - daySeconds)
  }
})
