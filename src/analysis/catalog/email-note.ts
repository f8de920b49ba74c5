import type { Catalog } from './catalog.ts'

const mailedOnly =
  'Your e-mail address is used once, to send you the links; it is not stored with the report, shown or logged.'
const unused =
  'This server sends no mail: an e-mail address that you give is not used, stored, shown or logged.'

/**
 * The catalog with a privacy note that states what this server does with e-mail addresses. The catalog check forbids any
 * other sentence about them, so the note cannot contradict itself.
 */
export function withEmailNote(catalog: Catalog, { sendsMail }: { sendsMail: boolean }): Catalog {
  const { emailStored, ...privacy } = catalog.privacy
  const storedNote = sendsMail ? undefined : emailStored
  return {
    ...catalog,
    privacy: {
      ...privacy,
      note: `${privacy.note} ${storedNote ?? (sendsMail ? mailedOnly : unused)}`,
      ...(storedNote === undefined ? {} : { emailStored: storedNote }),
    },
  }
}

/** Whether the published note states that e-mail addresses are stored. */
export function noteStatesEmailStored({ note, emailStored }: Catalog['privacy']): boolean {
  return emailStored !== undefined && note.includes(emailStored)
}
