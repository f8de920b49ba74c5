import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { openCluster } from '../../../src/kernel/database/pglite.ts'
import { captureLog } from '../../support/captured-log.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'

const cleanups: (() => unknown)[] = []
export const onCleanUp = (clean: () => unknown) => void cleanups.push(clean)
export async function cleanUp(): Promise<void> {
  for (const clean of cleanups.splice(0).reverse()) await clean()
}

export function newFolder(): string {
  const folder = mkdtempSync(join(quickTmpdir(), 'cairn-pglite-'))
  onCleanUp(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function open(folder: string): Promise<PGlite> {
  const { client } = await openCluster(folder, captureLog().log)
  onCleanUp(() => (client.closed ? undefined : client.close()))
  return client
}

export function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(folder, path)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}
