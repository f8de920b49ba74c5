import { arrangeCopy, inksOf } from './arrange-copy.ts'
import type { AssetRequest } from './asset.ts'
import type { Composition } from './composition.ts'
import type { Fonts } from './copy/load-fonts.ts'
import { partsOf } from './copy/parts.ts'
import { createTypesetter } from './copy/typesetter.ts'
import { gridOf } from './grid.ts'
import { layouts } from './layouts/layouts.ts'
import type { PictureSource } from './picture-source.ts'

/** Arranges an asset; nothing is drawn yet. */
export async function startComposition(
  fonts: Fonts,
  request: AssetRequest,
  picture: PictureSource | undefined,
): Promise<Composition> {
  const { choice, format, sizes } = request
  const layout = layouts[choice.layout]
  const inks = inksOf({ ...request, palette: choice.palette }, choice.ground, choice.logoTones)
  const { face } = choice
  const logo = request.logos[choice.logo]
  const parts = partsOf(request.copy)
  const arrangement = await arrangeCopy(createTypesetter(fonts), parts, {
    ...request,
    layout,
    inks,
    face,
    format,
    logo,
  })
  const empty = { width: 0, height: 0, channels: 3 as const, data: new Uint8Array() }
  return {
    fonts,
    request,
    picture,
    grid: gridOf(format, sizes),
    layout,
    inks,
    arrangement,
    background: empty,
    canvas: empty,
    logo: undefined,
    copy: undefined,
    encoded: undefined,
    proof: undefined,
    warnings: arrangement.isLogoOnCopy
      ? ['The logo stands on the copy: choose another placement, or `auto`']
      : [],
  }
}
