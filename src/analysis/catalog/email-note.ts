import type { Catalog } from './catalog.ts'

const mailedOnly =
  'Your e-mail address is used once, to send you the links; it is not stored with the report, shown or logged.'
const unused =
  'This server sends no mail: an e-mail address that you give is not used, stored, shown or logged.'

/**
 * The catalog with a privacy note that says what this server does with e-mail addresses. No other sentence of the note
 * may speak of them, which the check of the catalog sees to, so that the note cannot say one thing and another.
 */
export function withEmailNote(catalog: Catalog, { sendsMail }: { sendsMail: boolean }): Catalog {
  const { emailStored, ...privacy } = catalog.privacy
  const kept = sendsMail ? undefined : emailStored
  return {
    ...catalog,
    privacy: {
      ...privacy,
      note: `${privacy.note} ${kept ?? (sendsMail ? mailedOnly : unused)}`,
      ...(kept === undefined ? {} : { emailStored: kept }),
    },
  }
}

/** Whether people who read the note of this server know that it keeps an e-mail address. */
export function noteSaysEmailStored({ note, emailStored }: Catalog['privacy']): boolean {
  return emailStored !== undefined && note.includes(emailStored)
}
