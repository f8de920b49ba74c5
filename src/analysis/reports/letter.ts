import type { Letter } from './mailer.ts'
import type { SavedReport } from './schema.ts'

/** Where somebody deletes a report by a press of a button. */
export function deletionUrl({ shareUrl, deletionToken }: SavedReport): string {
  return `${shareUrl}/delete?token=${deletionToken}`
}

/**
 * The links of a report. Nothing in it comes from whoever saved the report: anybody may give anybody's address, and
 * must not be able to put words into the mail.
 */
export function reportLetter(to: string, saved: SavedReport): Letter {
  const day = saved.expiresAt.slice(0, 10)
  return {
    to,
    subject: 'Your report and how to delete it',
    text: `Your report is kept until ${day} (UTC). Everybody who has this link can read it:

${saved.shareUrl}

To delete it before that day, open this link and press the button. Keep it to yourself:

${deletionUrl(saved)}

Your address was used for this one message. If you did not ask for it, somebody gave your address by mistake: there is nothing to do.
`,
    messageId: `<${saved.id}@${new URL(saved.shareUrl).hostname}>`,
  }
}
