import type { Catalog } from '../catalog.ts'

const placeholder = '{REPORT_DAYS}'

/** The catalog with the number of days that this server keeps a report, wherever its privacy texts ask for it. */
export function withReportDays(catalog: Catalog, days: number): Catalog {
  const { privacy } = catalog
  return {
    ...catalog,
    privacy: {
      ...privacy,
      consent: privacy.consent.replaceAll(placeholder, String(days)),
      note: privacy.note.replaceAll(placeholder, String(days)),
    },
  }
}
