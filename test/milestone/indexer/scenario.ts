import {
  type Address,
  encodeAbiParameters,
  type Hex,
  keccak256,
  namehash,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import * as abis from '../../../src/milestone/contracts/abi.ts'
import { type Call, type ChainKit, call } from './chain-kit.ts'
import { account, hash, params } from './history.ts'

const ether = 10n ** 18n

/** Who is who among the node's accounts. */
export function people({ accounts }: ChainKit) {
  const at = (index: number): Address => accounts[index] ?? zeroAddress
  return {
    owner: at(0),
    verifiers: [at(1), at(2), at(3), at(4)] as const,
    builders: [at(5), at(6)] as const,
    sponsors: [at(7), at(8)] as const,
    challenger: at(9),
    feeRecipient: at(10),
    slashReceiver: at(11),
  }
}

/** The id that the escrow gives to a builder's `nonce`-th milestone. */
export function milestoneId({ deployment }: ChainKit, builder: Address, projectId: Hex, nonce: number): Hex {
  const { chainId, contracts } = deployment
  return keccak256(
    encodeAbiParameters(parseAbiParameters('uint256, address, address, bytes32, uint256'), [
      BigInt(chainId),
      contracts.MilestoneEscrow,
      builder,
      projectId,
      BigInt(nonce),
    ]),
  )
}

/** Calls of the contracts of one kit. */
export function callsOf(kit: ChainKit) {
  const { contracts } = kit.deployment
  return {
    escrow: (from: Address, name: string, args: readonly unknown[], value?: bigint): Call =>
      call(from, contracts.MilestoneEscrow, abis.milestoneEscrowAbi, name, args, value),
    registry: (from: Address, name: string, args: readonly unknown[], value?: bigint): Call =>
      call(from, contracts.VerifierRegistry, abis.verifierRegistryAbi, name, args, value),
    treasury: (from: Address, name: string, args: readonly unknown[]): Call =>
      call(from, contracts.AgentTreasury, abis.agentTreasuryAbi, name, args),
    usdc: (from: Address, name: string, args: readonly unknown[]): Call =>
      call(from, contracts.DemoUSDC, abis.demoUsdcAbi, name, args),
    names: (from: Address, name: string, args: readonly unknown[]): Call =>
      call(from, contracts.NameRegistry, abis.nameRegistryAbi, name, args),
    resolver: (from: Address, name: string, args: readonly unknown[]): Call =>
      call(from, contracts.NameResolver, abis.nameResolverAbi, name, args),
  }
}

export function splitsOf(recipient: Address) {
  return [
    { recipient, bps: 7_500 },
    { recipient: account(1), bps: 2_500 },
  ]
}

export function createCall(kit: ChainKit, builder: Address, deadline: number): Call {
  const args = [hash('project'), deadline, hash('metadata'), splitsOf(builder), params]
  return callsOf(kit).escrow(builder, 'create', args)
}

/** What each milestone of the scenario goes through. */
export type Fates = Record<'released' | 'overturned' | 'missed' | 'cancelled' | 'upheld' | 'open', Hex>

/** Plays a history in which every event happens at least once. */
export async function playScenario(kit: ChainKit): Promise<Fates> {
  const { owner, verifiers, builders, sponsors, challenger } = people(kit)
  const { escrow, registry } = callsOf(kit)
  const [builder, other] = builders
  const [sponsor, second] = sponsors
  const [vera, victor, viola, vito] = verifiers
  const id = (nonce: number) => milestoneId(kit, builder, hash('project'), nonce)
  const fates: Fates = {
    released: id(0),
    overturned: id(1),
    missed: id(2),
    cancelled: id(3),
    upheld: id(4),
    open: milestoneId(kit, other, hash('project'), 0),
  }
  await playNames(kit)
  await playTreasury(kit)

  await kit.mine(
    [vera, victor, viola, vito].map((who, index) => registry(who, 'bond', [], BigInt(index + 2) * ether)),
  )
  const deadline = (await kit.now()) + 86_400
  await kit.mine([
    ...Array.from({ length: 5 }, () => createCall(kit, builder, deadline)),
    createCall(kit, other, deadline + 90 * 86_400),
  ])
  await kit.mine([
    ...[0, 1, 2, 3, 4].map((nonce) => escrow(sponsor, 'stake', [id(nonce)], 3n * ether)),
    ...[0, 1].map((nonce) => escrow(second, 'stake', [id(nonce)], ether)),
    escrow(second, 'stake', [fates.open], 2n * ether),
  ])
  await kit.wait(60)
  const judged = [fates.released, fates.overturned, fates.upheld]
  await kit.mine([
    escrow(builder, 'cancel', [fates.cancelled]),
    ...judged.map((milestone) => escrow(builder, 'submitEvidence', [milestone, hash('evidence')])),
  ])
  await kit.mine([
    ...judged.flatMap((milestone) =>
      [vera, victor, viola].map((who) => escrow(who, 'vote', [milestone, who !== vera, hash('evidence')])),
    ),
    escrow(owner, 'capWeight', [fates.released, vito]),
  ])
  await kit.wait(3600)
  await kit.mine(judged.map((milestone) => escrow(owner, 'tally', [milestone])))
  // The builder gets this bond back, which is not an income.
  await kit.mine([
    escrow(builder, 'dispute', [fates.overturned], ether),
    escrow(challenger, 'dispute', [fates.upheld], ether),
  ])
  await kit.mine([
    escrow(owner, 'rule', [fates.overturned, false]),
    escrow(owner, 'rule', [fates.upheld, true]),
  ])
  await kit.wait(3600)
  await kit.mine([escrow(owner, 'finalize', [fates.released])])
  await kit.mine([
    escrow(owner, 'release', [fates.released, splitsOf(builder)]),
    escrow(owner, 'refund', [fates.overturned, sponsor]),
    escrow(owner, 'refund', [fates.overturned, second]),
    ...judged.map((milestone) => escrow(owner, 'settleVote', [milestone, victor])),
    escrow(owner, 'settleVotes', [fates.overturned, [viola, vera]]),
    escrow(owner, 'settleAbstention', [fates.released, vito]),
    escrow(builder, 'withdraw', []),
  ])
  await playRoles(kit)
  await playUnbonding(kit)
  await kit.wait(86_400)
  await kit.mine([escrow(owner, 'tally', [fates.missed])])
  return fates
}

async function playNames(kit: ChainKit): Promise<void> {
  const { owner, verifiers, builders } = people(kit)
  const { names, resolver } = callsOf(kit)
  const [vera, victor] = verifiers
  await kit.mine([
    names(owner, 'register', ['vera', vera]),
    names(owner, 'register', ['moved', victor]),
    resolver(vera, 'setAddr', [namehash('vera.eth'), vera]),
    resolver(vera, 'setText', [namehash('vera.eth'), 'url', 'https://vera.example/\u0000é']),
    resolver(vera, 'setPrimaryName', ['vera.eth']),
    resolver(builders[0], 'setPrimaryName', ['vera.eth']),
    names(owner, 'register', ['gone', victor]),
    resolver(victor, 'setAddr', [namehash('gone.eth'), victor]),
    resolver(victor, 'setPrimaryName', ['gone.eth']),
    resolver(victor, 'setAddr', [namehash('gone.eth'), zeroAddress]),
    names(victor, 'transfer', [namehash('moved.eth'), builders[0]]),
    resolver(owner, 'setServiceText', [vera, 'svc.reputation.score', '7']),
  ])
}

async function playTreasury(kit: ChainKit): Promise<void> {
  const { owner, sponsors } = people(kit)
  const { treasury, usdc } = callsOf(kit)
  const [payer] = sponsors
  await kit.mine([
    usdc(owner, 'mint', [payer, 1_000_000_000n]),
    usdc(payer, 'approve', [kit.deployment.contracts.AgentTreasury, 1_000_000_000n]),
    treasury(payer, 'payFee', [50_000_000n, hash('fee')]),
    treasury(owner, 'setService', ['inference', owner, 10_000_000n]),
    treasury(owner, 'charge', ['inference', 250_000n, hash('charge')]),
    treasury(owner, 'sweepRevenue', [owner, 1_000_000n]),
  ])
}

/** A pause that ends early, rewards and the common pool paid out, and receivers that pass their role on. */
async function playRoles(kit: ChainKit): Promise<void> {
  const { owner, verifiers, feeRecipient, slashReceiver } = people(kit)
  const { escrow, registry } = callsOf(kit)
  await kit.mine([
    escrow(owner, 'pause', []),
    escrow(owner, 'unpause', []),
    escrow(feeRecipient, 'setFeeRecipient', [account(2)]),
    registry(verifiers[0], 'withdrawRewards', [verifiers[0]]),
    registry(owner, 'sweepSlashed', []),
  ])
  await kit.mine([registry(slashReceiver, 'setSlashReceiver', [account(3)])])
}

async function playUnbonding(kit: ChainKit): Promise<void> {
  const { verifiers } = people(kit)
  const { registry } = callsOf(kit)
  const vito = verifiers[3]
  await kit.mine([registry(vito, 'startUnbond', [ether])])
  await kit.wait(31 * 86_400)
  await kit.mine([registry(vito, 'withdrawUnbonded', [])])
}
