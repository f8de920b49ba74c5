/** Draws some families, composes the copies in several layouts, and prints a hash of each, as a process or as a Worker. */
import { composeAsset } from '../../../src/campaign/compose/compose.ts'
import { layoutNames } from '../../../src/campaign/compose/controls.ts'
import { formatIds, sizes } from '../../../src/campaign/compose/formats.ts'
import { renderHashes } from '../scene/procedural/family-kit.ts'
import { choiceOf, copyFor, flatPicture, fonts, pillLogo, requestOf } from './kit.ts'

export async function assetHashes(): Promise<string[]> {
  const logos = [await pillLogo([20, 30, 60])]
  const palette = ['#1d3557', '#c8553d']
  const hashes = await renderHashes()
  for (const [index, name] of layoutNames.entries()) {
    const copy = copyFor(name)
    const format = formatIds[index % formatIds.length] ?? 'square'
    const choice = await choiceOf({ name, format, copy, logos, palette })
    const size = { [format]: sizes[format][(index >> 1) % 2] }
    const request = requestOf({ format, sizes: size, choice, copy, logos })
    const { byteSha256 } = await composeAsset({ fonts }, request, flatPicture)
    hashes.push(`${name} ${choice.layout} ${format} ${byteSha256}`)
  }
  return hashes
}

if (import.meta.main) console.log(JSON.stringify(await assetHashes()))
else if (!Bun.isMainThread) postMessage(await assetHashes())
