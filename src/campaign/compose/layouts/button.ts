import type { Box } from '../../images/raster.ts'
import type { Tone } from '../controls.ts'
import type { PartName } from '../copy/parts.ts'
import type { SetText } from '../copy/set-text.ts'
import { cssOf, type Inks } from '../inks.ts'
import type { Drawn, Stage } from './layout.ts'
import { placeText } from './stage.ts'

export interface Button {
  width: number
  height: number
  text: SetText
}

/** The call to action as a button; undefined without one. @throws Misfit */
export async function setButton(stage: Stage, widthMax: number): Promise<Button | undefined> {
  const { grid, parts } = stage
  if (parts.cta === undefined) return undefined
  const padding = grid.step(2.5)
  const text = await stage.setPart('cta', { widthMax: widthMax - 2 * padding })
  return { width: Math.round(text.width + 2 * padding), height: grid.row, text }
}

/** How round buttons are, of half their height. */
const corners: Readonly<Record<Tone, number>> = { calm: 0.25, premium: 0, bold: 0.1, playful: 1 }

/** Draws a button, or a badge like one, at a place. */
export function drawButton(
  stage: Stage,
  { width, height, text }: Button,
  at: { left: number; top: number },
  {
    part = 'cta',
    colors = stage.inks.button,
    radius = (corners[stage.tone ?? 'calm'] / 2) * height,
  }: { part?: PartName; colors?: Inks['button']; radius?: number } = {},
): Drawn {
  const box: Box = { left: Math.round(at.left), top: Math.round(at.top), width, height }
  const { fill, text: color } = colors
  const mark = `<rect x="${box.left}" y="${box.top}" width="${width}" height="${height}" rx="${radius.toFixed(1)}" fill="${cssOf(fill)}"/>`
  const top = box.top + (height - text.height) / 2
  const placed = placeText(part, text, { column: box, top, align: 'center', color, on: fill })
  return { mark, texts: [placed], box }
}
