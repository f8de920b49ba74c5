import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createServer, type Server, type Socket } from 'node:net'
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
        recipients: createRecipientLimit({ database, log: silentLog }),
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

  test('nothing of what was saved stands in the mail, and no address is kept', async () => {
    await save('grace.hopper@example.com')
    for (const words of ['Harbor', 'harborandloom', 'Receivables', 'Founder'])
      expect(smtp.received[0]?.text).not.toContain(words)
    expect(await dumpDatabase(database)).not.toContain('grace.hopper')
    expect(server.logged()).not.toContain('grace.hopper')
  })

  test('without an address nothing is mailed, and the answer does not speak of mail', async () => {
    const saved = await (await server.post(sampleRequest())).json()
    expect(saved).not.toHaveProperty('mailed')
    expect(smtp.received).toEqual([])
  })

  test('a mail that is refused does not fail the saving, and is tried once more', async () => {
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

  test('the answer does not wait for the mail server, so that it tells nothing of an address', async () => {
    const sockets: Socket[] = []
    const mute = createServer((socket) => {
      sockets.push(socket.on('error', () => {}))
    })
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : 0
    const reports = createReports({
      db: database.db,
      now: Date.now,
      baseUrl: server.url,
      catalog: defaultCatalog,
      log: silentLog,
      mail: {
        mailer: createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, sendMsMax: 600_000 }),
        recipients: createRecipientLimit({ database, log: silentLog }),
      },
    })
    // The letter stays under way for ten minutes: an answer that waited for it would not come.
    const saved = await reports.save(sampleRequest({ email: 'mute@example.com' }))
    expect(saved.mailed).toBe(true)
    for (const socket of sockets) socket.destroy()
    mute.close()
  })

  test('one mailbox gets three letters a day, and whoever saves more is not told', async () => {
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

  test('a second failure is the last', async () => {
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

  test('a second try that finds the database broken mails nothing', async () => {
    smtp.refuse = () => 'later'
    await save('broken@example.com')
    smtp.refuse = () => undefined
    await database.db.execute(sql`alter table analysis_reports rename to elsewhere`)
    await second[0]?.work()
    await database.db.execute(sql`alter table elsewhere rename to analysis_reports`)
    expect(smtp.received).toEqual([])
    expect(server.logged()).not.toContain('broken@example')
  })

  test.each([
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com\nSubject: other',
    'ada@example.com, eve@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\u0000',
    'ada@example.com ',
    'group:ada@example.com;',
    '"ada\\r\\nRCPT TO:<eve@example.com>"@example.com',
    'ada@example.com>\r\nRCPT TO:<eve@example.com',
  ])('the address %j is refused, and nothing is mailed', async (email) => {
    const answer = await server.post(sampleRequest({ email }))
    expect(answer.status).toBe(400)
    expect((await answer.json()).errors).toEqual([
      { path: '/email', message: 'must be an e-mail address such as ada@example.com' },
    ])
    expect(smtp.received).toEqual([])
  })

  test('even a letter with line breaks in every part reaches its one recipient only, with no header of its own', async () => {
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

describe('with a mail server that is no good', () => {
  const letter = { to: 'ada@example.com', subject: 's', text: 't', messageId: '<a@b>' }
  let sockets: Socket[] = []
  let broken: Server | undefined
  afterAll(() => broken?.close())

  const outcomeOf = async (behave: (socket: Socket) => void) => {
    sockets = []
    broken = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      behave(socket)
    })
    await new Promise<void>((resolve) => broken?.listen(0, '127.0.0.1', resolve))
    const address = broken.address()
    const port = typeof address === 'object' ? address?.port : 0
    const mailer = createSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, sendMsMax: 300 })
    const outcome = await mailer.send(letter).then(
      () => 'sent',
      () => 'failed',
    )
    for (const socket of sockets) socket.destroy()
    broken.close()
    return outcome
  }

  test('one that is silent, trickles, talks nonsense or hangs up does not keep the caller waiting', async () => {
    const trickle = (socket: Socket) => {
      const timer = setInterval(() => socket.write('220-still greeting\r\n'), 20)
      socket.on('close', () => clearInterval(timer))
    }
    const answers = [
      await outcomeOf(() => {}),
      await outcomeOf(trickle),
      await outcomeOf((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')),
      await outcomeOf((socket) => socket.destroy()),
    ]
    expect(answers).toEqual(['failed', 'failed', 'failed', 'failed'])
  })
})
