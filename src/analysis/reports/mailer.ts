import { createTransport } from 'nodemailer'

/** One message in plain text. */
export interface Letter {
  to: string
  subject: string
  text: string
  /** The same for every try, so that a mailbox that gets two of them shows one. */
  messageId: string
}

export interface Mailer {
  /** Resolves when the mail server has taken the letter. */
  send(letter: Letter): Promise<void>
}

export interface SmtpMailerOptions {
  /** Such as `smtps://user:password@mail.example.com` or `smtp://127.0.0.1:25`, which uses TLS where it is offered. */
  smtpUrl: string
  /** Address of the sender. */
  from: string
  /** How long one letter may take; 5 s unless told. */
  sendMsMax?: number
}

export function createSmtpMailer({ smtpUrl, from, sendMsMax = 5_000 }: SmtpMailerOptions): Mailer {
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
        // As an object and in the envelope: a text would be read as a list of addresses.
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        subject,
        text,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        // The limits above are for silence alone: a server that trickles would keep the caller waiting.
        signal: AbortSignal.timeout(sendMsMax),
      })
    },
  }
}
