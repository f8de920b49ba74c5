import { type Html, html } from '../../kernel/web/html.ts'
import { type IconName, icon } from '../../kernel/web/icons.ts'
import type { MilestoneStatus } from '../views/milestone-status.ts'
import { day, ether } from './parts.ts'

interface Phase {
  word: string
  about: string
  state: 'done' | 'now' | 'next'
}

const icons: Readonly<Record<Phase['state'], IconName>> = { done: 'done', now: 'warning', next: 'open' }

/** Where a milestone is between its creation and the payment. */
export function phases(milestone: MilestoneStatus): Html {
  return html`<ol class="phases" role="list">${phasesOf(milestone).map(
    ({ word, about, state }) =>
      html`<li class="${state}"${state === 'now' && html` aria-current="step"`}>${icon(icons[state])}<b>${word}</b><span>${about}</span></li>`,
  )}</ol>`
}

function phasesOf(milestone: MilestoneStatus): Phase[] {
  const { submittedAt, talliedAt, settledAt, closedAt, dispute, votes, verdict, totalStaked, sponsors } =
    milestone
  const at = (seconds: number | null, otherwise: string) => (seconds === null ? otherwise : day(seconds))
  const steps = [
    { word: 'Created', about: day(milestone.createdAt), isDone: true },
    {
      word: 'Funded',
      about: `${ether(BigInt(totalStaked))} ETH, ${sponsors.length} ${sponsors.length === 1 ? 'sponsor' : 'sponsors'}`,
      isDone: sponsors.length > 0,
    },
    {
      word: 'Evidence',
      about: at(submittedAt, `due ${day(milestone.deadline)}`),
      isDone: submittedAt !== null,
    },
    { word: 'Votes', about: `${votes.length} cast`, isDone: talliedAt !== null },
    { word: 'Tally', about: at(talliedAt, 'after the vote'), isDone: talliedAt !== null },
    ...(dispute === null
      ? []
      : [{ word: 'Dispute', about: at(dispute.timestamp, ''), isDone: settledAt !== null }]),
    {
      word: 'Verdict',
      about:
        settledAt === null
          ? 'open'
          : `${verdict?.by === 'timeout' ? 'timeout' : milestone.verified ? 'verified' : 'failed'}, ${day(settledAt)}`,
      isDone: settledAt !== null,
    },
    {
      word: milestone.state === 'failed' ? 'Refund' : 'Payment',
      about: at(closedAt, 'open'),
      isDone: closedAt !== null,
    },
  ]
  // A milestone without evidence ends without a vote: what was skipped is not what comes next.
  const last = steps.findLastIndex(({ isDone }) => isDone)
  const now = settledAt === null ? steps.findIndex(({ isDone }, index) => !isDone && index > 1) : last + 1
  return steps.map(({ word, about, isDone }, index) => ({
    word,
    about,
    state: isDone ? 'done' : index === now ? 'now' : 'next',
  }))
}
