import { fontLicensePaths } from '../campaign/compose/copy/font-paths.ts'
import faceNetworkLicense from '../campaign/compose/subject/face-network-license.txt' with { type: 'text' }
import { fontFile, licenseTexts } from '../kernel/runtime/assets.ts'
import type { Command } from './command.ts'

export const licensesCommand: Command = {
  name: 'licenses',
  summary: 'the licences of the bundled fonts, of the face detector and of all packages',
  flags: {},
  usesSettings: false,
  run: async () => {
    for (const path of fontLicensePaths) {
      const text = new TextDecoder().decode(await fontFile(path))
      process.stdout.write(`${path.slice(0, path.indexOf('/'))}\n\n${text.trim()}\n\n`)
    }
    process.stdout.write(`libfacedetection\n\n${faceNetworkLicense.trim()}\n\n`)
    process.stdout.write(await licenseTexts())
  },
}
