import { accessSync, constants } from 'node:fs'
import { programVersion } from './program-version.ts'
import type { Check } from './report.ts'

/** The programs themselves come before wrappers of the same name, which add switches of their own. */
const places = [
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Only pages that need a browser to be read need it. */
export const chromiumCheck: Check = {
  name: 'chromium',
  required: false,
  look: async () => {
    const found = [...places.filter(isExecutable), ...names.flatMap((name) => Bun.which(name) ?? [])]
    for (const program of found) {
      const version = await programVersion(program)
      if (version !== undefined) return { state: 'ok', detail: `${version} at ${program}` }
    }
    const [first] = found
    return first === undefined
      ? { state: 'missing', detail: 'no Chromium or Chrome found', advice: 'Install the package "chromium"' }
      : { state: 'problem', detail: `"${first}" does not run`, advice: 'Install its missing libraries' }
  },
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
