import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Blobs, openBlobs } from '../../../src/kernel/blobs/blobs.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'
import { startS3 } from '../../support/s3.ts'
import { waitFor } from '../../support/wait.ts'

const hello = Buffer.from('hello')
const helloName = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const absentName = 'f'.repeat(64)

/** A medium for blobs, which can be opened several times; all that it holds are files below `folder`. */
interface Medium {
  folder: string
  open(): Blobs
  close(): Promise<void>
}

async function onDisk(): Promise<Medium> {
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-blobs-'))
  return {
    folder,
    open: () => openBlobs({ s3: undefined, dataDir: folder, log: silentLog }),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function onS3(): Promise<Medium> {
  const { config, folder, stop } = await startS3()
  return { folder, open: () => openBlobs({ s3: config, dataDir: '', log: silentLog }), close: stop }
}

describe.each([
  ['on disk', onDisk],
  ['on S3', onS3],
])('%s', (_, start) => {
  let medium: Medium
  let blobs: Blobs
  beforeAll(async () => {
    medium = await start()
    blobs = medium.open()
  })
  afterAll(() => medium.close())

  const filesBelow = () =>
    readdirSync(medium.folder, { recursive: true, encoding: 'utf8' })
      .map((path) => join(medium.folder, path))
      .filter((path) => statSync(path).isFile())
      .sort()

  test('bytes are stored under their SHA-256 and read back as they were', async () => {
    expect(await blobs.put(hello)).toBe(helloName)
    expect(await blobs.get(helloName)).toEqual(new Uint8Array(hello))
    expect(await blobs.has(helloName)).toBe(true)
  })

  test.each([
    ['no bytes', new Uint8Array()],
    ['every value of a byte', Uint8Array.from({ length: 256 }, (__, index) => index)],
    ['six megabytes', new Uint8Array(6_000_000).fill(7)],
    ['a part of a larger buffer', new Uint8Array(100).fill(9).subarray(10, 20)],
  ])('%s are stored whole', async (__, bytes) => {
    const name = await blobs.put(bytes)
    expect(name).toBe(Bun.SHA256.hash(bytes, 'hex'))
    expect(Buffer.compare((await blobs.get(name)) ?? hello, bytes)).toBe(0)
  })

  test('storing the same bytes again, even at the same time, gives one blob', async () => {
    const bytes = Buffer.from('stored by many')
    const before = filesBelow().length
    const names = await Promise.all(Array.from({ length: 8 }, () => blobs.put(bytes)))
    const oneMore = filesBelow().length
    expect(new Set(names).size).toBe(1)
    await blobs.put(bytes)
    expect(filesBelow()).toHaveLength(oneMore)
    expect(oneMore).toBeGreaterThan(before)
    expect(await blobs.get(names[0] ?? '')).toEqual(new Uint8Array(bytes))
  })

  test('a removed blob is absent, and can be removed and stored again', async () => {
    const name = await blobs.put(Buffer.from('removed'))
    await blobs.remove(name)
    expect([await blobs.has(name), await blobs.get(name)]).toEqual([false, undefined])
    await blobs.remove(name)
    expect(await blobs.put(Buffer.from('removed'))).toBe(name)
    expect(await blobs.has(name)).toBe(true)
  })

  test('a blob that was never stored is absent', async () => {
    expect([await blobs.has(absentName), await blobs.get(absentName)]).toEqual([false, undefined])
  })

  test('blobs stored before are there when the store is opened again', async () => {
    const name = await blobs.put(Buffer.from('stays'))
    expect(await medium.open().get(name)).toEqual(new Uint8Array(Buffer.from('stays')))
  })

  test.each([
    [''],
    ['..'],
    ['../../../etc/passwd'],
    ['blobs'],
    ['unfinished'],
    [helloName.toUpperCase()],
    [helloName.slice(1)],
    [`${helloName}0`],
    [`${helloName}\n`],
    [`${helloName.slice(0, 60)}/../`],
    [`${helloName.slice(0, 63)}\0`],
    ['%2e%2e%2f'.repeat(8).slice(0, 64)],
  ])('the invalid name %p has no blob, and no file is touched', async (name) => {
    await blobs.put(hello)
    const before = filesBelow()
    expect([await blobs.has(name), await blobs.get(name)]).toEqual([false, undefined])
    await blobs.remove(name)
    expect(filesBelow()).toEqual(before)
  })

  test('bytes that were altered in the store are refused, and storing them again repairs them', async () => {
    const bytes = Buffer.from('altered later')
    const name = await blobs.put(bytes)
    // A busy store may answer before its file is whole.
    const path = await waitFor('the store has written the file', () =>
      filesBelow().find((file) => file.includes(name) && bytes.equals(readFileSync(file))),
    )
    writeFileSync(path, 'Altered later')
    await expect(blobs.get(name)).rejects.toThrow('its bytes have another hash')
    await blobs.put(bytes)
    expect(await blobs.get(name)).toEqual(new Uint8Array(bytes))
  })
})
