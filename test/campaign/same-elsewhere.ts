import { expect } from 'bun:test'

/**
 * Expects a program to have the same results as this process when it runs in another one, without the environment of
 * this one, and in a Worker. It posts or prints them as JSON.
 */
export async function expectSameElsewhere(program: string, here: readonly string[]): Promise<void> {
  expect(new Set(here).size).toBe(here.length)
  expect(await inWorker(program)).toEqual(here)
  expect(await inProcess(program)).toEqual(here)
}

async function inProcess(program: string): Promise<unknown> {
  const child = Bun.spawn([process.execPath, program], {
    env: { TEST_SOAK: process.env['TEST_SOAK'] },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return JSON.parse(await new Response(child.stdout).text())
}

async function inWorker(program: string): Promise<unknown> {
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
