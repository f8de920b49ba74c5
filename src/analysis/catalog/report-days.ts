import type { Catalog } from '../catalog.ts'

const placeholder = '{REPORT_DAYS}'

/** The catalog with the number of days that this server keeps a report, wherever its privacy texts ask for it. */
export function withReportDays(catalog: Catalog, days: number): Catalog {
  const filled = (text: string) => text.replaceAll(placeholder, String(days))
  const { consent, note, emailStored, ...privacy } = catalog.privacy
  return {
    ...catalog,
    privacy: {
      ...privacy,
      consent: filled(consent),
      note: filled(note),
      ...(emailStored === undefined ? {} : { emailStored: filled(emailStored) }),
    },
  }
}
