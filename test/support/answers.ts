import { expect } from 'bun:test'
import type { Hex } from 'viem'
import type { ChainTruth } from './chain-truth.ts'

/** Everything an API says about the chain at one block, fit to be compared whole. */
export type WholeAnswer = Awaited<ReturnType<typeof readWhole>>

/** Reads every page of every list; tries again when a block came in between, so that all of it is of one block. */
export async function readWhole(url: string) {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const blocks = new Set<string>()
    const read = async (path: string) => {
      const answer = await (await fetch(url + path)).json()
      blocks.add(answer.asOf.blockHash)
      delete answer.asOf
      return answer
    }
    const pages = async (path: string, list: string) => {
      const items: unknown[] = []
      let next: string | null = ''
      while (next !== null) {
        const answer: { next: string | null } & Record<string, unknown> = await read(
          `${path}?limit=200${next === '' ? '' : `&cursor=${next}`}`,
        )
        const page = answer[list]
        if (Array.isArray(page)) items.push(...page)
        next = answer.next
      }
      return items
    }
    const listed = await pages('/api/explorer/milestones', 'milestones')
    const milestones = await Promise.all(listed.map((item) => read(`/api/status/milestone/${hashOf(item)}`)))
    const whole = {
      milestones: milestones.map(({ demo: _, ...milestone }) => milestone),
      activity: await pages('/api/activity', 'events'),
      treasury: await read('/api/treasury'),
      verifiers: await read('/api/verifiers'),
      sponsor: await read('/api/sponsor'),
    }
    const [blockHash = ''] = blocks
    if (blocks.size === 1) return { blockHash, ...whole }
  }
  throw new Error('no two answers were of one block')
}

/** Holds what an API says against the contracts' own state at the same block. */
export async function expectTruth(answer: WholeAnswer, truth: ChainTruth): Promise<void> {
  const blockHash = answer.blockHash as Hex
  const ids = answer.milestones.map((milestone) => hashOf(milestone))
  const onChain = await truth.milestones(ids, blockHash)
  const labels = ',Open,Voting,Challenge window,Disputed,Verified,Refundable,Released,Refunded'.split(',')
  const said = answer.milestones.map((milestone) => {
    const {
      milestoneHash,
      statusLabel,
      amountWei,
      verifierCount,
      finalEvidenceRoot,
      deadline,
      metadataHash,
    } = Object(milestone)
    return { milestoneHash, statusLabel, amountWei, verifierCount, finalEvidenceRoot, deadline, metadataHash }
  })
  const true_ = onChain.map((milestone) => {
    const empty = milestone.state === 6 && milestone.staked === 0n
    return {
      milestoneHash: milestone.id,
      statusLabel: empty ? 'Failed' : labels[milestone.state],
      amountWei: milestone.state === 7 ? '0' : milestone.staked.toString(),
      verifierCount: milestone.voters,
      finalEvidenceRoot: milestone.evidenceRoot,
      deadline: milestone.deadline,
      metadataHash: milestone.metadataHash,
    }
  })
  expect(said).toEqual(true_)
  const { earned, spent, swept } = await truth.treasury(blockHash)
  const { earned: saidEarned, spent: saidSpent, swept: saidSwept } = answer.treasury
  expect([saidEarned, saidSpent, saidSwept]).toEqual(
    [earned, spent, swept].map((units) => Number(units) / 1e6),
  )
}

function hashOf(item: unknown): Hex {
  return Object(item).milestoneHash
}
