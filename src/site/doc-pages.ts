import decisions from '../../.github/adr/README.md' with { type: 'text' }
import contributing from '../../.github/CONTRIBUTING.md' with { type: 'text' }
import security from '../../.github/SECURITY.md' with { type: 'text' }
import contracts from '../../contracts/README.md' with { type: 'text' }
import start from '../../README.md' with { type: 'text' }
import analysis from '../analysis/README.md' with { type: 'text' }
import campaign from '../campaign/README.md' with { type: 'text' }
import operations from '../kernel/README.md' with { type: 'text' }
import agents from '../mcp/README.md' with { type: 'text' }
import milestone from '../milestone/README.md' with { type: 'text' }
import source from '../README.md' with { type: 'text' }

export interface DocPage {
  slug: string
  title: string
  about: string
  /** From the root of the project; links between the texts name it. */
  file: string
  text: string
}

/** The documentation in reading order: the texts that stand beside the code. */
export const docPages: readonly DocPage[] = [
  {
    slug: 'start',
    title: 'Start',
    about: 'Two commands, and one request per area',
    file: 'README.md',
    text: start,
  },
  {
    slug: 'analysis',
    title: 'Business analysis',
    about: 'Scan, facts with quotes, recommendation, reports, chat',
    file: 'src/analysis/README.md',
    text: analysis,
  },
  {
    slug: 'campaign',
    title: 'Campaign agent',
    about: 'Brief, brand kit, formats, review, receipts',
    file: 'src/campaign/README.md',
    text: campaign,
  },
  {
    slug: 'milestone',
    title: 'Milestone status',
    about: 'Reads, the live feed, evidence, faults and cycles',
    file: 'src/milestone/README.md',
    text: milestone,
  },
  {
    slug: 'agents',
    title: 'Agents',
    about: 'Connect an agent by MCP or A2A: tools, resources, tasks, limits',
    file: 'src/mcp/README.md',
    text: agents,
  },
  {
    slug: 'operations',
    title: 'Operations',
    about: 'Command line, settings, scaling, limits, backup',
    file: 'src/kernel/README.md',
    text: operations,
  },
  {
    slug: 'security',
    title: 'Security model',
    about: 'Who may do what, what leaves the machine, how to report a problem',
    file: '.github/SECURITY.md',
    text: security,
  },
  {
    slug: 'source',
    title: 'Source and tests',
    about: 'Structure of the source, the gate, the tests',
    file: 'src/README.md',
    text: source,
  },
  {
    slug: 'contracts',
    title: 'Contracts',
    about: 'The Solidity contracts, their tests and gas',
    file: 'contracts/README.md',
    text: contracts,
  },
  {
    slug: 'decisions',
    title: 'Decisions',
    about: 'Why an own egress, two nodes, two databases, procedural scenes, child processes',
    file: '.github/adr/README.md',
    text: decisions,
  },
  {
    slug: 'contributing',
    title: 'Contributing',
    about: 'What a change needs',
    file: '.github/CONTRIBUTING.md',
    text: contributing,
  },
]
