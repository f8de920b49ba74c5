/** Draws the samples and prints a hash of each, as a process or as a Worker. */
import { type DrawnCopy, drawCopy } from '../../../../src/campaign/compose/copy/draw-copy.ts'
import { loadFonts } from '../../../../src/campaign/compose/copy/load-fonts.ts'
import { requestFor } from './copy-kit.ts'
import samples from './samples.json'

export async function drawHashes(): Promise<string[]> {
  const fonts = await loadFonts()
  const hashes: string[] = []
  for (const { text } of samples) hashes.push(hashOf(await drawCopy(fonts, requestFor({ content: text }))))
  return hashes
}

function hashOf(drawn: DrawnCopy | undefined): string {
  const hash = new Bun.CryptoHasher('sha256').update(drawn?.pixels.data ?? '').digest('hex')
  return `${hash} ${JSON.stringify(drawn?.box)}`
}

if (import.meta.main) console.log(JSON.stringify(await drawHashes()))
else if (!Bun.isMainThread) postMessage(await drawHashes())
