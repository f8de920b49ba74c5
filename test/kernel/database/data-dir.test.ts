import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataDir } from '../../../src/kernel/database/data-dir.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'

const root = mkdtempSync(join(tmpdir(), 'cairn-lock-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let made = 0
const newFolder = () => {
  made += 1
  return join(root, String(made))
}

/** Why the folder cannot be taken; undefined when it could. */
function refusalOf(folder: string): string | undefined {
  try {
    lockDataDir(folder)()
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return undefined
}

/** A process that has locked the folder. */
async function startHolder(folder: string) {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(join(import.meta.dir, '../../../src/kernel/database/data-dir.ts'))})
    globalThis.unlock = lockDataDir(${JSON.stringify(folder)})
    console.log('holds')
    setInterval(() => {}, 1000)`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe' })
  const { value } = await child.stdout.getReader().read()
  expect(new TextDecoder().decode(value)).toContain('holds')
  return child
}

test('a missing folder is created with its parents', () => {
  const folder = join(newFolder(), 'a', 'b')
  lockDataDir(folder)()
  expect(existsSync(folder)).toBe(true)
})

test('a folder is locked once, and free after the release', () => {
  const folder = newFolder()
  const unlock = lockDataDir(folder)
  expect(refusalOf(folder)).toBe(
    `Cannot use the data folder "${folder}" as another cairn process has it open: stop that one, or set DATA_DIR to another folder`,
  )
  unlock()
  expect(refusalOf(folder)).toBeUndefined()
})

test('another process holds the folder until it ends, even by kill -9', async () => {
  const folder = newFolder()
  const holder = await startHolder(folder)
  expect(refusalOf(folder)).toContain('another cairn process has it open')
  holder.kill('SIGKILL')
  await holder.exited
  expect(refusalOf(folder)).toBeUndefined()
})

test('a path that cannot be a folder is refused with one line that names the setting', () => {
  const file = newFolder()
  writeFileSync(file, '')
  for (const folder of [file, join(file, 'below'), '/proc/cairn', `${root}/a\0b`]) {
    expect(refusalOf(folder)).toMatch(
      /^Cannot use the data folder "[^\n]*must be writable: [^\n]*Set DATA_DIR to a folder of yours$/,
    )
  }
})

test('an unusable lock file is not reported as another process', () => {
  const garbled = newFolder()
  mkdirSync(garbled)
  writeFileSync(join(garbled, 'lock'), 'not a lock '.repeat(500))
  const directory = newFolder()
  mkdirSync(join(directory, 'lock'), { recursive: true })
  for (const folder of [garbled, directory]) {
    expect(refusalOf(folder)).toMatch(/its file "lock" cannot be locked: .*Remove that file/)
  }
})
