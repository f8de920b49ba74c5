import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body as they came, unfolded and decoded from quoted-printable. */
  text: string
}

/** A mail server of this machine. `refuse` says with which words it turns recipients away; undefined takes them. */
export interface TestSmtp {
  url: string
  received: ReceivedMail[]
  refuse: (address: string) => string | undefined
  stop(): Promise<void>
}

export async function startSmtp(): Promise<TestSmtp> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, callback) => {
      const words = smtp.refuse(address)
      callback(words === undefined ? null : Object.assign(new Error(words), { responseCode: 550 }))
    },
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          text: plain(Buffer.concat(chunks).toString('utf8')),
        })
        callback(null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    refuse: () => undefined,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
  return smtp
}

function plain(message: string): string {
  return message
    .replace(/\r\n/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
