import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { takeUnprivilegedUser } from './unprivileged-user.ts'

/** Temporary folder of one browser with its profile and home; with its own user when the service runs as root. */
export interface BrowserFolder {
  readonly path: string
  readonly uid: number | undefined
  remove(): Promise<void>
}

/** @throws Error when no user is available, or that user could not enter the folder */
export function makeBrowserFolder(tmpDir: string): BrowserFolder {
  const user = takeUnprivilegedUser()
  let path: string | undefined
  try {
    mkdirSync(tmpDir, { recursive: true })
    if (user !== undefined) assertOpenToOthers(resolve(tmpDir))
    path = mkdtempSync(join(tmpDir, 'browser-'))
    for (const name of ['', 'home', 'tmp', 'profile']) {
      mkdirSync(join(path, name), { recursive: true })
      if (user !== undefined) chownSync(join(path, name), user.uid, user.uid)
    }
    const made = path
    return {
      path: made,
      uid: user?.uid,
      remove: async () => {
        await rm(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
        user?.release()
      },
    }
  } catch (error) {
    if (path !== undefined) rmSync(path, { recursive: true, force: true })
    user?.release()
    throw error
  }
}

function assertOpenToOthers(folder: string): void {
  for (let above = folder; above !== dirname(above); above = dirname(above)) {
    if ((statSync(above).mode & 0o001) === 0) {
      throw new Error(`every user must be able to enter the folder: "${above}" is closed to others`)
    }
  }
}
