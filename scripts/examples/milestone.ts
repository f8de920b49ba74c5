/** Finds a milestone with evidence, checks a proof without trusting the server, and runs a cycle through a fault. */
import { createHash } from 'node:crypto'
import { StandardMerkleTree } from '@openzeppelin/merkle-tree'
import { answerOf, cairn } from './client.ts'

const { milestones, asOf } = await answerOf(
  cairn.GET('/api/explorer/milestones', { params: { query: { state: 'verified', limit: 5 } } }),
)
console.log(`Verified milestones, as of block ${asOf.blockNumber}`)
for (const { title, statusLabel, milestoneHash } of milestones)
  console.log(`  ${milestoneHash.slice(0, 10)}… ${title ?? ''} (${statusLabel})`)

// The document is hashed here: only the root, which the contract holds, is taken from the server.
const { bundles } = await answerOf(cairn.GET('/api/indexer', { params: { query: { limit: 1 } } }))
const { root = '', title = '' } = bundles[0] ?? {}
const { leaves } = await answerOf(cairn.GET('/api/indexer/{root}', { params: { path: { root } } }))
for (const [index, { name, content, bytes }] of leaves.entries()) {
  const { proof } = await answerOf(
    cairn.GET('/api/indexer/{root}/proofs/{index}', { params: { path: { root, index } } }),
  )
  const sha256 = `0x${createHash('sha256').update(content).digest('hex')}`
  const holds = StandardMerkleTree.verify(
    root,
    ['string', 'bytes32', 'uint256'],
    [name, sha256, bytes],
    proof,
  )
  console.log(`  ${holds ? 'holds' : 'FAILS'}  ${name} of “${title}”`)
}

await answerOf(
  cairn.POST('/api/chaos', { body: { type: 'rpc_429', ttlSeconds: 20, probability: 0.3, seed: 7 } }),
)
const run = await answerOf(cairn.POST('/api/chaos/verify'))
console.log(`Cycle ${run.runId}: ${run.status}, ${run.attempts} attempts, faults hit`, run.faultsHit)
const { summary } = await answerOf(cairn.GET('/api/recovery'))
console.log(`Recoveries so far: ${summary.totalEvents}, median ${summary.mttrMs.p50} ms`)
