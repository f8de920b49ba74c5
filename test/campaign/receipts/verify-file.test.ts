import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Receipt } from '../../../src/campaign/receipts/receipt.ts'
import { UsageError } from '../../../src/commands/command.ts'
import { runCommand } from '../../../src/commands/command-line.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { badPixels } from '../../support/bad-images.ts'
import { cairnCommand, cairnEnvironment } from '../../support/cairn-process.ts'
import type { CampaignServer } from '../../support/campaign-server.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { kidAt, startReceiptServer, uploadAt, verifyAt } from './receipt-server.ts'

let server: CampaignServer
let receipt: Receipt
let assetUrl = ''
let png: Uint8Array
const folder = mkdtempSync(join(quickTmpdir(), 'cairn-verify-file-'))
beforeAll(async () => {
  ;({ server, receipt, assetUrl, png } = await startReceiptServer())
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const verify = (body: unknown) => verifyAt(server, body)
const upload = (file: Uint8Array, fields: Record<string, string> = { receiptId: receipt.receiptId }) =>
  uploadAt(server, file, fields)

describe('a file', () => {
  const pixels = () => sharp(png).raw().toBuffer()
  const raw = (data: Uint8Array, width: number, height: number, channels: 3 | 4 = 3) =>
    sharp(data, { raw: { width, height, channels } })

  test('that is the asset has the same bytes, uploaded or by its URL', async () => {
    const [asset] = receipt.assets
    const match = {
      match: 'bytes',
      format: 'square',
      byteSha256: asset?.byteSha256,
      pixelSha256: asset?.pixelSha256,
    }
    expect((await upload(png)).body).toMatchObject({ verified: true, asset: match })
    expect((await verify({ receiptId: receipt.receiptId, asset: assetUrl })).body).toMatchObject({
      verified: true,
      asset: match,
    })
    const handedOn = await upload(png, { receipt: JSON.stringify(receipt), reproduce: 'false' })
    expect(handedOn.body).toMatchObject({ verified: true, asset: match })
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    ['as a PNG of another compression', () => sharp(png).png({ compressionLevel: 1 }).toBuffer()],
    ['as a PNG with alpha', () => sharp(png).ensureAlpha().png({ compressionLevel: 1 }).toBuffer()],
    [
      'with 16 bits per channel',
      () => sharp(png).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer(),
    ],
  ])('encoded again %s has the same pixels', async (_, encode) => {
    const { body } = await upload(await encode())
    const [asset] = receipt.assets
    expect(body).toMatchObject({
      verified: true,
      asset: { match: 'pixels', format: 'square', pixelSha256: asset?.pixelSha256 },
    })
    expect(body.asset.byteSha256).not.toBe(asset?.byteSha256)
  })

  test.each<[string, () => Promise<Uint8Array>]>([
    [
      'with one changed step of one channel of one pixel',
      async () => {
        const data = await pixels()
        data[1_234_567] = (data[1_234_567] ?? 0) ^ 1
        return await raw(data, 1080, 1080).png({ compressionLevel: 1 }).toBuffer()
      },
    ],
    [
      'with the same rows in another shape',
      async () =>
        raw(await pixels(), 2160, 540)
          .png({ compressionLevel: 1 })
          .toBuffer(),
    ],
    [
      'with one transparent pixel',
      async () => {
        const data = await sharp(png).ensureAlpha().raw().toBuffer()
        data[3] = 254
        return await raw(data, 1080, 1080, 4).png({ compressionLevel: 1 }).toBuffer()
      },
    ],
    ['as a JPEG', () => sharp(png).jpeg({ quality: 100 }).toBuffer()],
    [
      'that is another image',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
    ],
  ])('%s matches nothing', async (_, make) => {
    const { status, body } = await upload(await make())
    expect([status, body.verified, body.signature.valid]).toEqual([200, false, true])
    expect(body.asset).toEqual({
      match: 'none',
      byteSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      pixelSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test.each(badPixels)('that is %s is refused by name', async (_, status, says, make) => {
    const { body, ...answer } = await upload(await make())
    expect(answer.status).toBe(status)
    // What exceeds the limit of bodies is refused before it is read as an image.
    if (status === 413) expect(body.error).toBe('content_too_large')
    else expect(body).toMatchObject({ detail: expect.stringMatching(says), errors: [{ path: '/asset' }] })
  })

  test('of a byte more than the limit is refused', async () => {
    const { status, body } = await upload(
      Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024 + 1 - png.length)]),
    )
    expect([status, body.detail]).toEqual([413, expect.stringContaining('at most 5,242,880 bytes')])
  })
})

test('cairn receipt verify checks a receipt and files by the published keys alone', async () => {
  const cairn = async (words: string[]) => {
    const child = Bun.spawn([...cairnCommand, 'receipt', ...words], {
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
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const jwks = `${server.url}/.well-known/jwks.json`
  const files = {
    answer: write('answer.json', JSON.stringify({ receipt })),
    altered: write('altered.json', JSON.stringify({ ...receipt, issuedAt: '2020-01-01T00:00:00.000Z' })),
    keys: write('jwks.json', await (await fetch(jwks)).text()),
    same: write('same.png', png),
    again: write('again.png', await sharp(png).png({ compressionLevel: 1 }).toBuffer()),
    text: write('text.png', 'not an image'),
  }
  const [good, bad] = await Promise.all([
    cairn(['verify', files.answer, '--jwks', jwks, '--asset', files.same, '--asset', files.again]),
    cairn(['verify', files.altered, '--jwks', files.keys, '--asset', files.text]),
  ])
  expect(good).toEqual({
    code: 0,
    out: `signature: valid, by the key ${await kidAt(server)}\nspecHash: valid\nassetHash: valid\n${files.same}: the same bytes as square\n${files.again}: the same pixels as square\n`,
    err: '',
  })
  expect(bad).toEqual({
    code: 1,
    out: `signature: not valid: the receipt is not the one that was signed\nspecHash: valid\nassetHash: valid\n${files.text}: Cannot use this file as it is not an image of a known type: send a PNG, JPEG, WebP or SVG image\n`,
    err: '',
  })
  // The command line exits with 2 for a UsageError, and with 1 for another StartupError.
  const refusals = [
    [
      ['verify', files.answer],
      UsageError,
      'Cannot verify without keys: give --jwks with the URL or file of a JSON Web Key Set',
    ],
    [['verify', '--jwks', jwks], UsageError, 'Missing FILE: `cairn receipt verify --help` lists the flags'],
    [['verify', files.same, '--jwks', jwks], StartupError, `Cannot read "${files.same}" as JSON: `],
    [['verify', files.answer, '--jwks', files.answer], StartupError, 'it must be a JSON Web Key Set'],
    [['verify', files.answer, '--jwks', `${server.url}/none`], StartupError, 'status 404'],
    [['verify', 'none.json', '--jwks', jwks], StartupError, 'Cannot read "none.json": '],
  ] as const
  for (const [words, kind, message] of refusals) {
    const error: unknown = await runCommand(['receipt', ...words]).catch((caught) => caught)
    if (!(error instanceof StartupError)) throw new Error(`not refused: ${words.join(' ')}`)
    expect([error instanceof UsageError, error.message]).toEqual([
      kind === UsageError,
      expect.stringContaining(message),
    ])
  }
})
