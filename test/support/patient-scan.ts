/** Time for a scan that no slow machine needs, for tests of what a scan finds. */
export const patientSeconds = 170

export const patientEgress = { idleMs: 60_000, requestMs: 90_000, connectMs: 60_000 }
