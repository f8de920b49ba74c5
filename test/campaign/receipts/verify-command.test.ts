import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { issueReceipt } from '../../../src/campaign/receipts/receipts.ts'
import { UsageError } from '../../../src/commands/command.ts'
import { runCommand } from '../../../src/commands/command-line.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { cairnCommand, cairnEnvironment } from '../../support/cairn-process.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { newKey, random, spec } from './kit.ts'

const folder = mkdtempSync(join(quickTmpdir(), 'cairn-verify-command-'))
let site: Bun.Server<undefined>
let jwks = ''
let kid = ''
let files: Record<'answer' | 'altered' | 'keys' | 'same' | 'again' | 'text', string>
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
beforeAll(async () => {
  const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const image = sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#1f6f54' } })
  const png = await image.png().toBuffer()
  const pixelSha256 = sha256(await image.raw().toBuffer())
  const key = await newKey(folder)
  const receipt = await issueReceipt(
    { key, now: Date.now, random },
    { spec, assets: [{ format: 'square', byteSha256: sha256(png), pixelSha256 }] },
  )
  kid = key.publicKey.kid
  const keys = JSON.stringify({ keys: [key.publicKey] })
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: { '/jwks.json': () => new Response(keys) },
    fetch: () => new Response(null, { status: 404 }),
  })
  jwks = `${site.url.origin}/jwks.json`
  files = {
    answer: write('answer.json', JSON.stringify({ receipt })),
    altered: write('altered.json', JSON.stringify({ ...receipt, issuedAt: '2020-01-01T00:00:00.000Z' })),
    keys: write('jwks.json', keys),
    same: write('same.png', png),
    again: write('again.png', await image.png({ compressionLevel: 1 }).toBuffer()),
    text: write('text.png', 'not an image'),
  }
})
afterAll(async () => {
  await site.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

test('cairn receipt verify checks a receipt and files by the published keys alone', async () => {
  const cairn = async (words: string[]) => {
    const child = Bun.spawn([...cairnCommand, 'receipt', 'verify', ...words], {
      env: cairnEnvironment,
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    return { code: await child.exited, out, err }
  }
  const [good, bad] = await Promise.all([
    cairn([files.answer, '--jwks', jwks, '--asset', files.same, '--asset', files.again]),
    cairn([files.altered, '--jwks', files.keys, '--asset', files.text]),
  ])
  expect(good).toEqual({
    code: 0,
    out: `signature: valid, by the key ${kid}\nspecHash: valid\nassetHash: valid\n${files.same}: the same bytes as square\n${files.again}: the same pixels as square\n`,
    err: '',
  })
  expect(bad).toEqual({
    code: 1,
    out: `signature: not valid: the receipt is not the one that was signed\nspecHash: valid\nassetHash: valid\n${files.text}: Cannot use this file as it is not an image of a known type: send a PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG image\n`,
    err: '',
  })
})

/** The command line exits with 2 for a UsageError, and with 1 for another StartupError. */
test.each<[string, () => string[], typeof StartupError, string]>([
  [
    'keys',
    () => [files.answer],
    UsageError,
    'Cannot verify without keys: give --jwks with the URL or file of a JSON Web Key Set',
  ],
  [
    'a file',
    () => ['--jwks', jwks],
    UsageError,
    'Missing FILE: `cairn receipt verify --help` lists the flags',
  ],
  ['JSON', () => [files.same, '--jwks', jwks], StartupError, 'same.png" as JSON: '],
  [
    'a key set in its file',
    () => [files.answer, '--jwks', files.answer],
    StartupError,
    'it must be a JSON Web Key Set',
  ],
  ['a key set at its URL', () => [files.answer, '--jwks', `${jwks}x`], StartupError, 'status 404'],
  ['a receipt', () => ['none.json', '--jwks', jwks], StartupError, 'Cannot read "none.json": '],
])('a command line without %s is refused', async (_, words, kind, message) => {
  const error: unknown = await runCommand(['receipt', 'verify', ...words()]).catch((caught) => caught)
  if (!(error instanceof StartupError)) throw new Error('the command line was not refused')
  expect([error instanceof UsageError, error.message]).toEqual([
    kind === UsageError,
    expect.stringContaining(message),
  ])
})
