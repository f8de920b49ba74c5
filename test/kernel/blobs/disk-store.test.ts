import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBlobs } from '../../../src/kernel/blobs/blobs.ts'
import { kernelError, StartupError } from '../../../src/kernel/runtime/errors.ts'
import { silentLog } from '../../../src/kernel/runtime/log.ts'
import { captureLog } from '../../support/captured-log.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(quickTmpdir(), 'cairn-blobs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (dataDir: string) => openBlobs({ s3: undefined, dataDir, log: silentLog })

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
}

test('blobs lie in two levels of folders below the data folder', async () => {
  const name = await open(folder).put(Buffer.from('hello'))
  expect(filesBelow(folder)).toEqual([join(folder, 'blobs', '2c', 'f2', name)])
})

test('a folder that cannot be written fails the start with its reason', () => {
  writeFileSync(join(folder, 'blobs'), 'a file where the folder should be')
  expect(() => open(folder)).toThrow(StartupError)
  expect(() => open(folder)).toThrow(/^Cannot use the folder ".*blobs" for files as it must be writable: E/)
})

test('a failed write is an error that allows a retry, is logged with its reason, and leaves no file', async () => {
  const { log, text } = captureLog('error')
  const blobs = openBlobs({ s3: undefined, dataDir: folder, log })
  writeFileSync(join(folder, 'blobs', '2c'), 'a file where a folder should be')
  const error = await blobs.put(Buffer.from('hello')).catch((reason: unknown) => reason)
  if (!kernelError.is(error, 'blobs_unavailable')) throw new Error('no error of the store')
  expect(error.message).toBe(
    'Cannot store a file as the file store does not work at the moment: try again later',
  )
  expect(text()).toContain('"operation":"store"')
  expect(text()).toMatch(/ENOTDIR|EEXIST/)
  expect(readdirSync(join(folder, 'blobs', 'unfinished'))).toEqual([])
  expect(existsSync(join(folder, 'blobs', '2c', 'f2'))).toBe(false)
})
