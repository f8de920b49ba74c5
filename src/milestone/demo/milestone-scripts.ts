import type { BuilderKey, SponsorKey, VerifierKey } from './actors.ts'
import { brief } from './milestone-briefs.ts'

export type EvidenceKind = 'field' | 'software' | 'research'
export type WindowsKey = 'short' | 'standard' | 'long'

/** What happens to one milestone, and when. Every time is in days since the chain began; it is shown on day 30. */
export interface MilestoneScript {
  /** Also the project id on the chain: at most 31 ASCII characters. */
  key: string
  builder: BuilderKey
  windows: WindowsKey
  createdAt: number
  deadlineAt: number
  /** In basis points; everything to the builder when absent. */
  splits?: readonly (readonly [BuilderKey | SponsorKey, number])[]
  stakes: readonly (readonly [SponsorKey, eth: string, at: number])[]
  evidence?: { at: number; kind: EvidenceKind }
  votes?: readonly (readonly [VerifierKey, support: boolean, at: number])[]
  talliedAt?: number
  dispute?: {
    by: BuilderKey | SponsorKey
    eth: string
    at: number
    ruling?: { verdict: boolean; at: number }
  }
  finalizedAt?: number
  releasedAt?: number
  refunds?: readonly (readonly [SponsorKey, at: number])[]
  cancelledAt?: number
  /** The terminal verdict this comes to; undefined while there is none. */
  verified?: boolean
  title: string
  summary: string
  deliverables: readonly string[]
}

const yes = true
const no = false

/** Twenty milestones: every state is reached by at least one, and those that are pending stay so for days. */
export const milestoneScripts: readonly MilestoneScript[] = [
  {
    ...brief('tide-gauges', 'tidepool', 'standard'),
    createdAt: 1,
    deadlineAt: 9,
    stakes: [
      ['harbor', '4', 1.4],
      ['commons', '2.5', 1.8],
    ],
    evidence: { at: 4, kind: 'field' },
    votes: [
      ['atlas', yes, 4.3],
      ['fieldcheck', yes, 4.6],
      ['gridwatch', yes, 5.1],
      ['sable', yes, 5.5],
    ],
    talliedAt: 7.1,
    finalizedAt: 9.2,
    releasedAt: 9.4,
    verified: true,
  },
  {
    ...brief('cold-storage', 'orchard', 'standard'),
    createdAt: 1.5,
    deadlineAt: 10,
    stakes: [
      ['harbor', '6', 2],
      ['ridgeline', '1.75', 2.6],
    ],
    evidence: { at: 6, kind: 'field' },
    votes: [
      ['atlas', yes, 6.2],
      ['gridwatch', yes, 6.5],
      ['fieldcheck', no, 7],
      ['north', yes, 7.2],
    ],
    talliedAt: 9.1,
    dispute: { by: 'harbor', eth: '0.4', at: 9.8, ruling: { verdict: true, at: 12 } },
    releasedAt: 12.2,
    verified: true,
  },
  {
    ...brief('mesh-firmware', 'tidepool', 'short'),
    createdAt: 2,
    deadlineAt: 8,
    splits: [
      ['tidepool', 7_000],
      ['quarry', 2_000],
      ['commons', 1_000],
    ],
    stakes: [['ridgeline', '3.2', 2.2]],
    evidence: { at: 5, kind: 'software' },
    votes: [
      ['atlas', yes, 5.2],
      ['fieldcheck', yes, 5.3],
      ['sable', yes, 5.6],
    ],
    talliedAt: 5.7,
    finalizedAt: 6.8,
    releasedAt: 7,
    verified: true,
  },
  {
    ...brief('solar-dryers', 'orchard', 'standard'),
    createdAt: 3,
    deadlineAt: 12,
    stakes: [
      ['commons', '5', 3.3],
      ['harbor', '2', 3.9],
    ],
    evidence: { at: 8, kind: 'field' },
    votes: [
      ['atlas', no, 8.2],
      ['fieldcheck', no, 8.5],
      ['gridwatch', no, 8.8],
      ['sable', yes, 9],
    ],
    talliedAt: 9.3,
    finalizedAt: 11.5,
    refunds: [
      ['commons', 11.7],
      ['harbor', 12.1],
    ],
    verified: false,
  },
  {
    ...brief('water-atlas', 'quarry', 'standard'),
    createdAt: 4,
    deadlineAt: 13,
    stakes: [['ridgeline', '7.5', 4.4]],
    evidence: { at: 9.5, kind: 'research' },
    votes: [
      ['sable', no, 10],
      ['north', no, 10.5],
    ],
    talliedAt: 12.6,
    dispute: { by: 'quarry', eth: '0.5', at: 13.2, ruling: { verdict: true, at: 15 } },
    releasedAt: 15.3,
    verified: true,
  },
  {
    ...brief('seed-library', 'quarry', 'short'),
    createdAt: 5,
    deadlineAt: 11,
    stakes: [['commons', '1.2', 5.5]],
    talliedAt: 11.1,
    refunds: [['commons', 11.4]],
    verified: false,
  },
  {
    ...brief('wind-logger', 'tidepool', 'short'),
    createdAt: 6,
    deadlineAt: 14,
    stakes: [
      ['harbor', '2', 6.4],
      ['ridgeline', '1', 7.1],
    ],
    talliedAt: 14.2,
    refunds: [['harbor', 14.6]],
    verified: false,
  },
  {
    ...brief('tool-bank', 'quarry', 'short'),
    createdAt: 8.1,
    deadlineAt: 16,
    stakes: [['commons', '1', 8.4]],
    evidence: { at: 12, kind: 'software' },
    votes: [
      ['atlas', yes, 12.3],
      ['fieldcheck', yes, 12.7],
      ['gridwatch', no, 13.2],
    ],
    talliedAt: 14.1,
    finalizedAt: 15.2,
    releasedAt: 15.5,
    verified: true,
  },
  {
    ...brief('grain-grading', 'orchard', 'standard'),
    createdAt: 10,
    deadlineAt: 20,
    stakes: [['commons', '3.3', 10.4]],
    evidence: { at: 16, kind: 'research' },
    votes: [
      ['atlas', no, 16.3],
      ['gridwatch', no, 16.6],
      ['fieldcheck', no, 17],
      ['north', yes, 17.2],
    ],
    talliedAt: 17.5,
    finalizedAt: 19.6,
    verified: false,
  },
  {
    ...brief('paper-pilot', 'lantern', 'short'),
    createdAt: 12.2,
    deadlineAt: 25,
    stakes: [],
    cancelledAt: 14.4,
    verified: false,
  },
  {
    ...brief('harbor-lidar', 'tidepool', 'standard'),
    createdAt: 14.1,
    deadlineAt: 24,
    stakes: [
      ['ridgeline', '8', 14.5],
      ['harbor', '4.4', 15.1],
    ],
    evidence: { at: 20, kind: 'field' },
    votes: [
      ['atlas', yes, 20.3],
      ['fieldcheck', yes, 20.7],
      ['gridwatch', yes, 21.4],
      ['sable', yes, 22],
      ['north', no, 22.3],
    ],
    talliedAt: 23.1,
    finalizedAt: 25.3,
    verified: true,
  },
  {
    ...brief('soil-carbon', 'quarry', 'standard'),
    createdAt: 15,
    deadlineAt: 26,
    splits: [
      ['quarry', 9_000],
      ['commons', 1_000],
    ],
    stakes: [['commons', '2.75', 15.6]],
    evidence: { at: 22.2, kind: 'research' },
    votes: [
      ['atlas', yes, 22.6],
      ['gridwatch', yes, 23],
      ['fieldcheck', yes, 23.4],
    ],
    talliedAt: 23.7,
    finalizedAt: 27,
    verified: true,
  },
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
