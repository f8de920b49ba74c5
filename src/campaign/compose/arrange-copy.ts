import type { LogoMaster } from '../logos/logo-master.ts'
import type { Controls, FullCopy } from './controls.ts'
import { directionOf } from './copy/bidi.ts'
import { parseHex } from './copy/contrast.ts'
import { type CopyParts, partNames } from './copy/parts.ts'
import type { Typesetter } from './copy/typesetter.ts'
import type { FormatId } from './formats.ts'
import { gridOf } from './grid.ts'
import { contrastOf, type GroundKind, type Inks, inksOn, textContrastMin } from './inks.ts'
import { arrangeFrame } from './layouts/arrange-frame.ts'
import { type Arrangement, type Layout, Misfit } from './layouts/layout.ts'
import { createStage } from './layouts/stage.ts'

/** Arranges all parts of a copy on the canvas of one format. @throws Misfit, UnsupportedScript */
export async function arrangeCopy(
  typesetter: Typesetter,
  parts: CopyParts,
  options: {
    layout: Layout
    inks: Inks
    face: 'serif' | 'sans'
    format: FormatId
    logo: LogoMaster | undefined
    copy: FullCopy
    controls: Required<Controls>
    seed: number
  },
): Promise<Arrangement> {
  const { layout, inks, face, format, logo, copy, controls, seed } = options
  const grid = gridOf(format)
  const stage = createStage(typesetter, {
    grid,
    parts,
    inks,
    face,
    isMirrored: directionOf(Object.values(parts).join(' ')) === 'rtl',
    logo: logo && { aspect: logo.width / logo.height, controls },
    align: copy.align === 'auto' ? undefined : copy.align,
    headlineMaxPx: copy.fontSize === 'auto' ? Number.POSITIVE_INFINITY : (copy.fontSize * grid.width) / 1080,
    seed,
  })
  const arrangement = await (layout.arrange ?? arrangeFrame)(stage, layout)
  const left = partNames.find(
    (name) => parts[name] !== undefined && !arrangement.texts.some(({ part }) => part === name),
  )
  if (left !== undefined) throw new Misfit(left)
  return arrangement
}

/** The inks on a ground; a colour of the request is the headline's, and that of other text where it can be read. */
export function inksOf(
  { palette, copy }: { palette: readonly string[]; copy: FullCopy },
  ground: GroundKind,
): Inks {
  const inks = inksOn(ground, palette)
  if (copy.color === 'auto') return inks
  const color = parseHex(copy.color)
  return {
    ...inks,
    headline: color,
    text: contrastOf(color, inks.ground) >= textContrastMin ? color : inks.text,
  }
}
