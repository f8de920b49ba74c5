import { brief } from './milestone-briefs.ts'
import type { MilestoneScript } from './milestone-script.ts'

const yes = true
const no = false

/** Milestones that are still pending on day 30, and for days after. */
export const pendingScripts: readonly MilestoneScript[] = [
  {
    ...brief('kiln-sensors', 'orchard', 'long'),
    createdAt: 16.2,
    deadlineAt: 28,
    stakes: [
      ['harbor', '9', 16.5],
      ['commons', '3', 17.3],
    ],
    evidence: { at: 19, kind: 'field' },
    votes: [
      ['atlas', yes, 19.5],
      ['gridwatch', yes, 20.2],
      ['fieldcheck', no, 21.1],
      ['sable', yes, 23],
    ],
    talliedAt: 26.1,
    dispute: { by: 'commons', eth: '0.75', at: 27.8 },
  },
  {
    ...brief('reef-cameras', 'tidepool', 'long'),
    createdAt: 17,
    deadlineAt: 29,
    stakes: [['ridgeline', '5', 17.4]],
    evidence: { at: 21.8, kind: 'software' },
    votes: [
      ['atlas', yes, 22.1],
      ['fieldcheck', yes, 24],
      ['gridwatch', yes, 25.2],
      ['north', yes, 26.4],
    ],
    talliedAt: 28.95,
  },
  {
    ...brief('aquifer-model', 'quarry', 'long'),
    createdAt: 18.1,
    deadlineAt: 32,
    stakes: [
      ['commons', '6.6', 18.5],
      ['ridgeline', '2', 20.4],
    ],
    evidence: { at: 28.2, kind: 'research' },
    votes: [
      ['atlas', yes, 28.9],
      ['north', no, 29.6],
    ],
  },
  {
    ...brief('leaf-spectra', 'quarry', 'long'),
    createdAt: 19.2,
    deadlineAt: 30,
    stakes: [['harbor', '1.5', 19.6]],
    evidence: { at: 25, kind: 'research' },
    votes: [
      ['atlas', no, 26],
      ['fieldcheck', no, 27.1],
      ['gridwatch', no, 28.4],
    ],
    talliedAt: 29.4,
  },
  {
    ...brief('dairy-cooling', 'orchard', 'long'),
    createdAt: 20.3,
    deadlineAt: 33,
    stakes: [['harbor', '4', 20.6]],
    evidence: { at: 29.7, kind: 'field' },
  },
  {
    ...brief('buoy-network', 'tidepool', 'standard'),
    createdAt: 24.2,
    deadlineAt: 52,
    stakes: [
      ['harbor', '10', 24.5],
      ['commons', '5', 25.5],
    ],
  },
  {
    ...brief('orchard-drones', 'orchard', 'standard'),
    createdAt: 26.2,
    deadlineAt: 46,
    stakes: [
      ['ridgeline', '2.25', 26.6],
      ['commons', '0.5', 27.2],
      ['harbor', '1.125', 28.1],
    ],
  },
  { ...brief('drought-index', 'quarry', 'standard'), createdAt: 29.2, deadlineAt: 60, stakes: [] },
]
