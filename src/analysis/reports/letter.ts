import type { Letter } from './mailer.ts'
import type { SavedReport } from './schema.ts'

/** Address of the page with the delete button. */
export function deletionUrl({ shareUrl, deletionToken }: SavedReport): string {
  return `${shareUrl}/delete?token=${deletionToken}`
}

/**
 * The links of a report. It contains nothing from the request: callers may enter addresses of other people, and must not
 * control the text that they receive.
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
