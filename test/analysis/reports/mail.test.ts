import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { defaultCatalog } from '../../../src/analysis/catalog/default-catalog.ts'
import { createSmtpMailer } from '../../../src/analysis/reports/mailer.ts'
import { createRecipientLimit } from '../../../src/analysis/reports/recipient-limit.ts'
import { createReports } from '../../../src/analysis/reports/reports.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { openTestPglite } from '../../support/databases.ts'
import { dumpDatabase } from '../../support/dump.ts'
import { startSmtp, type TestSmtp } from '../../support/smtp.ts'
import { type ReportServer, startReportServer } from './report-server.ts'
import { sampleRequest } from './sample-report.ts'

const from = 'reports@cairn.example'
/** Far beyond what a slow machine needs. */
const databaseMsMax = 60_000

describe('with a mail server', () => {
  let database: Database
  let remove: () => Promise<void>
  let smtp: TestSmtp
  let server: ReportServer
  let sending: Promise<void>[] = []
  let second: { work: () => Promise<void>; delayMs: number }[] = []
  beforeAll(async () => {
    ;({ database, remove } = await openTestPglite())
    smtp = await startSmtp()
    server = startReportServer({
      database,
      mail: {
        mailer: createSmtpMailer({ smtpUrl: smtp.url, from }),
        recipients: createRecipientLimit({ database, log: silentLog, databaseMsMax }),
      },
      later: (work, delayMs) => {
        if (delayMs === 0) sending.push(work())
        else second.push({ work, delayMs })
      },
    })
  })
  beforeEach(() => {
    smtp.received.length = 0
    smtp.refuse = () => undefined
    sending = []
    second = []
  })
  afterAll(async () => {
    await server.stop()
    await smtp.stop()
    await remove()
  })

  const save = async (email: string) => {
    const answer = await server.post(sampleRequest({ email }))
    expect(answer.status).toBe(200)
    await Promise.all(sending)
    return await answer.json()
  }

  test('the share link and the deletion link arrive, and work', async () => {
    const saved = await save('ada@example.com')
    expect(saved.mailed).toBe(true)
    expect(smtp.received).toHaveLength(1)
    const [mail] = smtp.received
    expect(mail).toMatchObject({ from, to: ['ada@example.com'] })
    const links = mail?.text.match(/http:\S+/g) ?? []
    expect(links).toEqual([saved.shareUrl, `${saved.shareUrl}/delete?token=${saved.deletionToken}`])
    expect(mail?.text).toContain('Auto-Submitted: auto-generated')

    expect((await fetch(links[0] ?? '')).status).toBe(200)
    const question = await (await fetch(links[1] ?? '')).text()
    expect(question).toContain('Delete this report?')
    expect((await fetch(saved.shareUrl)).status).toBe(200)
    const token = /name="token" value="([^"]+)"/.exec(question)?.[1] ?? ''
    const done = await fetch(`${saved.shareUrl}/delete`, {
      method: 'POST',
      body: new URLSearchParams({ token }),
    })
    expect([done.status, (await done.text()).includes('The report is deleted')]).toEqual([200, true])
    expect((await fetch(saved.shareUrl)).status).toBe(404)
  })

  test('the mail contains nothing of the report, and no address is kept', async () => {
    await save('grace.hopper@example.com')
    for (const words of ['Harbor', 'harborandloom', 'Receivables', 'Founder'])
      expect(smtp.received[0]?.text).not.toContain(words)
    expect(await dumpDatabase(database)).not.toContain('grace.hopper')
    expect(server.logged()).not.toContain('grace.hopper')
  })

  test('without an address nothing is mailed, and the answer does not mention mail', async () => {
    const saved = await (await server.post(sampleRequest())).json()
    expect(saved).not.toHaveProperty('mailed')
    expect(smtp.received).toEqual([])
  })

  test('a refused mail does not fail the request, and is sent once more a minute later', async () => {
    smtp.refuse = (address) => `no mailbox for ${address} here`
    const saved = await save('lost@example.com')
    expect(saved.mailed).toBe(true)
    expect(smtp.received).toEqual([])
    expect(second.map(({ delayMs }) => delayMs)).toEqual([60_000])

    smtp.refuse = () => undefined
    await second[0]?.work()
    expect(smtp.received.map(({ to }) => to)).toEqual([['lost@example.com']])
    expect(second).toHaveLength(1)
    expect(server.logged()).toContain('"code":"EENVELOPE","responseCode":550')
    expect(server.logged()).not.toContain('lost@example')
  })

  test('the answer does not wait for the mail server, so that its time reveals nothing about an address', async () => {
    const mute = await startMute(() => {})
    const reports = createReports({
      db: database.db,
      now: Date.now,
      baseUrl: server.url,
      catalog: defaultCatalog,
      log: silentLog,
      mail: {
        mailer: createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${mute.port}`, from, sendMsMax: 600_000 }),
        recipients: createRecipientLimit({ database, log: silentLog, databaseMsMax }),
      },
    })
    // The letter stays under way for ten minutes: an answer that waited for it would not come.
    const saved = await reports.save(sampleRequest({ email: 'mute@example.com' }))
    expect(saved.mailed).toBe(true)
    mute.close()
  })

  test('one mailbox gets three letters a day, and the answers do not show it', async () => {
    const answers = []
    for (const email of [
      'often@example.com',
      'Often@Example.com',
      'often+1@example.com',
      'often+2@example.com',
      'OFTEN@example.com',
    ])
      answers.push(await save(email))
    expect(answers.map(({ mailed }) => mailed)).toEqual(Array(5).fill(true))
    expect(smtp.received).toHaveLength(3)
    expect(await dumpDatabase(database)).not.toMatch(/often/i)
    expect(server.logged()).not.toMatch(/often/i)

    await save('seldom@example.com')
    expect(smtp.received.at(-1)?.to).toEqual(['seldom@example.com'])
  })

  test('of many letters at once to one mailbox, several processes send as many as a day allows', async () => {
    const limits = [1, 2].map(() =>
      createRecipientLimit({ database, log: silentLog, perDay: 4, databaseMsMax }),
    )
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => limits[index % 2]?.take('ada@limits.example')),
    )
    expect(taken.filter((allowed) => allowed === true)).toHaveLength(4)
    expect(await limits[0]?.take('ben@limits.example')).toBe(true)
  })

  test('while the database does not answer, letters are counted in memory', async () => {
    const gone = { db: database.db, query: () => Promise.reject(new Error('gone')) }
    const limit = createRecipientLimit({ database: gone, log: silentLog, perDay: 2 })
    const taken = []
    for (let index = 0; index < 4; index += 1) taken.push(await limit.take('gone@example.com'))
    expect(taken).toEqual([true, true, false, false])
  })

  test('after a second failure nothing is sent again', async () => {
    smtp.refuse = () => 'never'
    await save('never@example.com')
    await second[0]?.work()
    expect(second).toHaveLength(1)
    expect(server.logged()).toContain('"message":"report not mailed"')
  })

  test('links of a report that was deleted meanwhile are not mailed', async () => {
    smtp.refuse = () => 'later'
    const saved = await save('late@example.com')
    await server.reports.delete(saved.id, saved.deletionToken)
    smtp.refuse = () => undefined
    await second[0]?.work()
    expect(smtp.received).toEqual([])
  })

  test('a second try mails nothing while the database fails', async () => {
    smtp.refuse = () => 'later'
    await save('broken@example.com')
    smtp.refuse = () => undefined
    await database.db.execute(sql`alter table analysis_reports rename to elsewhere`)
    await second[0]?.work()
    await database.db.execute(sql`alter table elsewhere rename to analysis_reports`)
    expect(smtp.received).toEqual([])
    expect(server.logged()).not.toContain('broken@example')
  })

  test('a letter with line breaks in every part reaches its one recipient alone and adds no header', async () => {
    const break_ = '\r\nBcc: eve@example.com\r\nX-Own: yes\r\n\r\nown body'
    const mailer = createSmtpMailer({ smtpUrl: smtp.url, from })
    await mailer
      .send({
        to: `ada@example.com${break_}`,
        subject: `hello${break_}`,
        text: 'text',
        messageId: `<a@b>${break_}`,
      })
      .catch(() => {})
    await mailer.send({
      to: 'ada@example.com',
      subject: `hello${break_}`,
      text: 'text',
      messageId: `<a@b>${break_}`,
    })
    for (const { to, text } of smtp.received) {
      expect(to).toEqual(['ada@example.com'])
      expect(text).not.toMatch(/^(bcc|x-own):/im)
    }
    expect(smtp.received.length).toBeGreaterThanOrEqual(1)
  })
})

test.each<[string, (socket: Socket) => void]>([
  ['is silent', () => {}],
  [
    'trickles',
    (socket) => {
      const timer = setInterval(() => socket.write('220-still greeting\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    },
  ],
  ['uses another protocol', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
  ['hangs up', (socket) => socket.destroy()],
])('sending ends with an error within its time when the mail server %s', async (_, behave) => {
  const { port, close } = await startMute(behave)
  const mailer = createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, sendMsMax: 300 })
  const letter = { to: 'ada@example.com', subject: 's', text: 't', messageId: '<a@b>' }
  await expect(mailer.send(letter)).rejects.toThrow()
  close()
})

/** A server of TCP alone. */
async function startMute(behave: (socket: Socket) => void) {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    behave(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' ? address?.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
