import { afterAll, expect, test } from 'bun:test'
import { createSystemDns } from '../../../src/kernel/egress/egress.ts'
import { startDnsServer } from '../../support/egress-dns-server.ts'
import { refusal } from '../../support/egress-kit.ts'

const server = await startDnsServer({
  'both.com A': ['93.184.216.34', '93.184.216.35'],
  'both.com AAAA': ['2606:4700::1111'],
  'four.com A': ['93.184.216.34'],
  'four.com AAAA': 'empty',
  'half.com A': ['93.184.216.34'],
  'half.com AAAA': 'servfail',
  'mute.com A': ['93.184.216.34'],
  'mute.com AAAA': 'silent',
  'private.com A': ['10.0.0.1'],
  'hole.com A': 'silent',
  'hole.com AAAA': 'silent',
  'ill.com A': 'servfail',
  'ill.com AAAA': 'servfail',
  'part.com A': 'servfail',
  'part.com AAAA': 'empty',
  'junk.com A': 'garbage',
  'junk.com AAAA': 'garbage',
  'both.com MX': [
    [20, 'b.mx.com'],
    [10, 'z.mx.com'],
    [10, 'a.mx.com'],
  ],
  'both.com TXT': [
    { strings: ['v=spf1 include:_spf.mail.com ~all'] },
    { strings: ['k'.repeat(255), 'k'.repeat(255), 'end'] },
    { strings: ['say "hi" \\ é\n'] },
    { strings: [''] },
  ],
  'www.both.com CNAME': ['shops.example.net'],
  'hole.com MX': 'silent',
  'ill.com TXT': 'servfail',
  'many.com TXT': Array.from({ length: 20 }, (_, index) => ({ strings: [`x${index}`] })),
})
afterAll(() => server.close())

const dns = createSystemDns({ servers: [server.server], timeoutMs: 60_000 })
const hasty = createSystemDns({ servers: [server.server], timeoutMs: 100 })
const { signal } = new AbortController()

test('all A and AAAA answers of a name are returned', async () => {
  expect(await dns.addresses('both.com', signal)).toEqual([
    '93.184.216.34',
    '93.184.216.35',
    '2606:4700::1111',
  ])
})

test('a private answer is returned as it is, as the verdict is made elsewhere', async () => {
  expect(await dns.addresses('private.com', signal)).toEqual(['10.0.0.1'])
})

test('a name without an address, or that does not exist, has none', async () => {
  expect(await dns.addresses('four.com', signal)).toEqual(['93.184.216.34'])
  expect(await dns.addresses('absent.com', signal)).toEqual([])
})

test('one family that fails or stays silent does not hide the other', async () => {
  expect(await dns.addresses('half.com', signal)).toEqual(['93.184.216.34'])
  const waiting = createSystemDns({ servers: [server.server], timeoutMs: 2_000 })
  expect(await waiting.addresses('mute.com', signal)).toEqual(['93.184.216.34'])
})

test('a name without an answer of any server is refused as dns', async () => {
  expect(await refusal(hasty.addresses('hole.com', signal))).toMatchObject({ reason: 'dns' })
  expect(await refusal(dns.addresses('ill.com', signal))).toEqual({ reason: 'dns', rule: 'dns:ESERVFAIL' })
  expect(await refusal(dns.addresses('part.com', signal))).toEqual({ reason: 'dns', rule: 'dns:ESERVFAIL' })
  expect(await refusal(hasty.addresses('junk.com', signal))).toMatchObject({ reason: 'dns' })
})

test('a silent server is abandoned at the own limit, which c-ares would stretch to seconds', async () => {
  expect(await refusal(hasty.addresses('hole.com', signal))).toEqual({
    reason: 'dns',
    rule: 'dns:ECANCELLED',
  })
})

test('the name in a question is absolute, without a search domain', async () => {
  await dns.addresses('absent.example.net', signal)
  const asked = server.questions.filter((question) => question.includes('absent.example.net'))
  expect(asked.sort()).toEqual(['absent.example.net A', 'absent.example.net AAAA'])
})

test('names of this machine are asked of the server like any other', async () => {
  expect(await dns.addresses('localhost', signal)).toEqual([])
  expect(server.questions).toContain('localhost A')
})

test('records come in presentation form, in a stable order', async () => {
  expect(await dns.records('both.com', 'MX', signal)).toEqual([
    '10 a.mx.com.',
    '10 z.mx.com.',
    '20 b.mx.com.',
  ])
  expect(await dns.records('both.com', 'TXT', signal)).toEqual([
    '""',
    `"${'k'.repeat(510)}end"`,
    '"say \\"hi\\" \\\\ \\195\\169\\010"',
    '"v=spf1 include:_spf.mail.com ~all"',
  ])
  expect(await dns.records('www.both.com', 'CNAME', signal)).toEqual(['shops.example.net.'])
  expect(await dns.records('many.com', 'TXT', signal)).toHaveLength(20)
})

test('records that are absent or fail to resolve are an empty list', async () => {
  expect(await dns.records('absent.com', 'MX', signal)).toEqual([])
  expect(await dns.records('ill.com', 'TXT', signal)).toEqual([])
  expect(await hasty.records('hole.com', 'MX', signal)).toEqual([])
})

test('a question is dropped when the caller aborts', async () => {
  const patient = createSystemDns({ servers: [server.server], timeoutMs: 600_000 })
  const controller = new AbortController()
  const asked = refusal(patient.addresses('hole.com', controller.signal))
  const records = patient.records('hole.com', 'MX', controller.signal)
  controller.abort()
  expect(await asked).toEqual({ reason: 'aborted', rule: 'dns-aborted' })
  expect(await records).toEqual([])
  expect(await refusal(patient.addresses('both.com', controller.signal))).toMatchObject({ reason: 'aborted' })
})
