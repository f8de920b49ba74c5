import { createTransport } from 'nodemailer'

/** One message in plain text. */
export interface Letter {
  to: string
  subject: string
  text: string
  /** The same on a retry, so that mail programs can drop the duplicate. */
  messageId: string
}

export interface Mailer {
  /** Resolves when the mail server has accepted the letter. */
  send(letter: Letter): Promise<void>
}

export function createSmtpMailer({
  smtpUrl,
  from,
  sendMsMax = 5_000,
}: {
  /** Such as `smtps://user:password@mail.example.com` or `smtp://127.0.0.1:25`, which uses TLS if offered. */
  smtpUrl: string
  /** Address of the sender. */
  from: string
  /** Time limit of one letter. */
  sendMsMax?: number
}): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    dnsTimeout: sendMsMax,
    connectionTimeout: sendMsMax,
    greetingTimeout: sendMsMax,
    socketTimeout: sendMsMax,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject, text, messageId }) => {
      await transport.sendMail({
        from,
        // As an object and in the envelope: a string would be parsed as a list of addresses.
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        subject,
        text,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        // The limits above are idle timeouts; this one also stops a server that trickles.
        signal: AbortSignal.timeout(sendMsMax),
      })
    },
  }
}
