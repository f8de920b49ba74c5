import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { assetHashes } from './asset-hashes.ts'

const program = join(import.meta.dir, 'asset-hashes.ts')

test('equal plans and requests give equal bytes in every process and Worker, without an environment', async () => {
  const here = await assetHashes()
  expect(new Set(here).size).toBe(here.length)
  expect(await inWorker()).toEqual(here)
  expect(await inProcess()).toEqual(here)
})

async function inProcess(): Promise<unknown> {
  const child = Bun.spawn([process.execPath, program], {
    env: { TEST_SOAK: process.env['TEST_SOAK'] },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return JSON.parse(await new Response(child.stdout).text())
}

async function inWorker(): Promise<unknown> {
  const worker = new Worker(program)
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message))
    })
  } finally {
    worker.terminate()
  }
}
