import { accessSync, constants } from 'node:fs'

/** Binaries come before wrapper scripts of the same name, which add switches. */
const places = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Every Chromium or Chrome of this machine, the best first; empty without one. */
export function findChromiums(): string[] {
  const named = names.flatMap((name) => Bun.which(name) ?? [])
  return [...new Set([...places.filter(isExecutable), ...named])]
}

/** The browser to use; undefined without one. */
export function findChromium(): string | undefined {
  return findChromiums()[0]
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
