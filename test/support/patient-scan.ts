import type { ScanLimits } from '../../src/analysis/scan/steps/scan-state.ts'

/** Time limits of a scan that no slow machine reaches, for tests of what a scan finds. */
export const patientScan: Partial<ScanLimits> = { scanMs: 170_000, pagesMs: 120_000, renderMs: 60_000 }

export const patientEgress = { idleMs: 60_000, requestMs: 90_000, connectMs: 60_000 }

export const patientParser = { deadlineMs: 60_000 }
