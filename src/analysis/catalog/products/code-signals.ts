import type { Product } from '../catalog.ts'
import { painPoints, roles, tools } from '../default-options.ts'
import { weigh } from './weigh.ts'

export const codeSignals: Product = {
  key: 'code-signals',
  name: 'Code Signals',
  tagline: 'tells what your code and its reviews are trying to say',
  summary:
    'I read repositories, reviews, builds and issues, and write one short brief a week: what waits, what breaks, what grows old, and which single change would help most. Each statement links to the commits or reviews behind it.',
  url: '{BASE_URL}/products/code-signals',
  signals: {
    roles: [
      ...weigh(5, roles.engineeringLead),
      ...weigh(4, roles.developer),
      ...weigh(1, roles.founder, roles.operations),
    ],
    painPoints: [
      ...weigh(5, painPoints.slowReviews, painPoints.brokenReleases),
      ...weigh(4, painPoints.debt, painPoints.engineeringUnseen),
    ],
    tools: [
      ...weigh(3, tools.gitHub, tools.gitLab, tools.bitbucket),
      ...weigh(2, tools.jira, tools.linear, tools.sentry, tools.datadog, tools.newRelic),
      ...weigh(1, tools.vercel, tools.netlify),
    ],
  },
  faq: [
    {
      question: 'What does Code Signals look at?',
      alsoAsked: ['What do you read?', 'Do you see our source code?', 'Which data do you need?'],
      answer:
        'Commits, reviews, builds, releases, dependencies and issues of the repositories that you choose. It reads their history and metadata, and the code itself only where you allow it.',
    },
    {
      question: 'Does Code Signals rate single developers?',
      alsoAsked: [
        'Do you rank people?',
        'Do you measure individual productivity?',
        'Do you monitor employees?',
      ],
      answer:
        'No. It describes work, such as reviews that wait or tests that fail now and then. It makes no ranking of people and no scores per person.',
    },
    {
      question: 'Which code hosts does Code Signals work with?',
      alsoAsked: [
        'Which integrations are supported?',
        'Can it integrate with our repositories?',
        'Can it connect to our issue tracker?',
        'Which permissions does it need?',
      ],
      answer:
        'It is made for GitHub, GitLab and Bitbucket, with issues from Jira or Linear and errors from Sentry, Datadog or New Relic beside them. Read access is enough.',
    },
    {
      question: 'Can Code Signals change our code?',
      alsoAsked: [
        'Does it write to the repository?',
        'Can it delete or push commits?',
        'Does it open pull requests?',
      ],
      answer: 'No. It has read access only. It proposes; your team opens the change.',
    },
    {
      question: 'How does Code Signals help with slow code reviews?',
      alsoAsked: ['Why do reviews wait?', 'Can it speed up reviews?'],
      answer:
        'It shows which reviews wait, for how long and for what, such as size, missing tests or a single reviewer, and which of these causes costs the most days.',
    },
    {
      question: 'Does Code Signals find outdated dependencies?',
      alsoAsked: ['Does it find vulnerabilities?', 'Does it scan dependencies for weaknesses?'],
      answer:
        'Yes. It lists dependencies with known weaknesses or without a maintainer, ordered by how much of your code uses them.',
    },
  ],
  boundaries: [
    'I never write to a repository.',
    'I never rank people.',
    'I do not replace a security audit.',
  ],
}
