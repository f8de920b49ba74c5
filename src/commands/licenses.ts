import { fontLicensePaths } from '../campaign/compose/copy/font-paths.ts'
import drawingsLicense from '../campaign/compose/pictograms/drawings-license.txt' with { type: 'text' }
import faceNetworkLicense from '../campaign/compose/subject/face-network-license.txt' with { type: 'text' }
import objectLicense from '../campaign/compose/subject/object-network-license.txt' with { type: 'text' }
import { fontFile, licenseTexts } from '../kernel/runtime/assets.ts'

export async function printLicenses(): Promise<void> {
  for (const path of fontLicensePaths) {
    const text = new TextDecoder().decode(await fontFile(path))
    process.stdout.write(`${path.slice(0, path.indexOf('/'))}\n\n${text.trim()}\n\n`)
  }
  process.stdout.write(`libfacedetection\n\n${faceNetworkLicense.trim()}\n\n`)
  process.stdout.write(`NanoDet\n\n${objectLicense.trim()}\n\n`)
  process.stdout.write(`Fluent Emoji\n\n${drawingsLicense.trim()}\n\n`)
  process.stdout.write(await licenseTexts())
}
