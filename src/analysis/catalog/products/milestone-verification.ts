import type { Product } from '../catalog.ts'
import { painPoints, roles, tools } from '../default-options.ts'
import { weigh } from './weigh.ts'

export const milestoneVerification: Product = {
  key: 'milestone-verification',
  name: 'Milestone Verification',
  tagline:
    'releases money when a final verdict of independent verifiers or an arbiter says that the work is done',
  summary:
    'I hold a sponsor’s stake in a contract, collect the builder’s evidence under one hash, let bonded verifiers vote on it and an arbiter decide disputed votes, and release or refund the money by the final verdict. A milestone that is cancelled or gets no evidence in time is refunded. Every step can be read in public.',
  url: '{STATUS_URL}/api/status/demo',
  signals: {
    roles: [
      ...weigh(5, roles.grants, roles.sponsor),
      ...weigh(1, roles.founder, roles.operations, roles.developer),
    ],
    painPoints: [
      ...weigh(5, painPoints.unprovenMoney, painPoints.evidenceAsked),
      ...weigh(4, painPoints.disputes, painPoints.trackRecord),
    ],
    tools: [
      ...weigh(3, tools.gitcoin, tools.ethereum, tools.safe),
      ...weigh(2, tools.openCollective, tools.gitHubSponsors, tools.donorbox),
      ...weigh(1, tools.patreon, tools.gitHub),
    ],
  },
  faq: [
    {
      question: 'How does Milestone Verification work?',
      alsoAsked: ['How is money released?', 'How does escrow work?', 'What are the steps?'],
      answer:
        'A sponsor stakes money on a milestone. The builder submits evidence, verifiers who have put up a bond vote on it, and after a challenge window the contract releases the money or returns it. A disputed vote is decided by an arbiter.',
    },
    {
      question: 'Who are the verifiers?',
      alsoAsked: ['Who votes?', 'Who checks the evidence?', 'Can I trust the verifiers?'],
      answer:
        'Independent parties with a bond at stake. How often each one voted and agreed with the final verdict is public.',
    },
    {
      question: 'What happens when verifiers disagree?',
      alsoAsked: ['How are disputes settled?', 'Can a verdict be challenged?'],
      answer:
        'The side with the required share of the votes wins. A verdict can be challenged during its window; an arbiter then upholds or overturns it, and the vote stands when the arbiter does not rule in time.',
    },
    {
      question: 'Do we need a crypto wallet for Milestone Verification?',
      alsoAsked: ['Do I need cryptocurrency?', 'Can I look without an account?'],
      answer:
        'To stake or to vote, yes. To look at milestones, votes, money and reputations, no: all of it is public and readable without an account.',
    },
    {
      question: 'How can a builder prove a track record?',
      alsoAsked: ['What is reputation?', 'How is the reputation score computed?'],
      answer:
        'Verified milestones count towards a reputation that stands in the builder’s name record and is computed from chain events alone.',
    },
    {
      question: 'Is the evidence itself stored on the chain?',
      alsoAsked: ['Where are documents kept?', 'Is the evidence on a blockchain?', 'Is evidence public?'],
      answer:
        'Only its Merkle root is. The documents stay with an indexer, and any part can be proven to belong to the root.',
    },
  ],
  boundaries: [
    'I never judge the work myself: verifiers do, and an arbiter where their vote is disputed.',
    'I cannot release money against the final verdict.',
    'I give no investment advice.',
  ],
}
