import type { Box } from '../../images/raster.ts'
import type { SetText } from '../copy/set-text.ts'
import { cssOf } from '../inks.ts'
import { arrangeHeadline } from './arrange-frame.ts'
import { type LayoutDrawing, Misfit, type Stage } from './layout.ts'
import { type Room, roomOf } from './room.ts'
import type { Sheet } from './sheet.ts'

export const list: LayoutDrawing = {
  arrange: async (stage) => {
    const room = await roomOf(stage)
    const place = rowsBox(stage, room)
    const { subline } = stage.parts
    if (subline === undefined) throw new Misfit('subline')
    const rows = await setRows(stage, subline.split('\n'), place)
    return await arrangeHeadline(stage, room, (sheet, headlineEnd) =>
      drawRows(stage, sheet, { rows, place, headlineEnd }),
    )
  },
}

interface Row {
  name: SetText
  detail: SetText | undefined
}

/** Where the rows may stand: beside the headline, or between it and the row at the bottom. */
function rowsBox(stage: Stage, { column, row, bottomTop }: Room): Box {
  const { grid } = stage
  const isAside = grid.format === 'landscape'
  const bottom = (isAside ? row.top : bottomTop) - 0.5 * grid.margin
  const box = isAside ? stage.box([0.47, 0.1, 0.483, 0.8]) : column
  return { ...box, height: bottom - box.top }
}

async function setRows(stage: Stage, lines: readonly string[], { width }: Box): Promise<Row[]> {
  const { grid } = stage
  const step = grid.format === 'landscape' ? 2.1 : 2.3
  return await Promise.all(
    lines.map(async (line) => {
      const [name = '', detail] = line.split(/\s+[–—|-]\s+|:\s+|\t/u, 2)
      const style = { trackingEm: -0.012, leadingEm: 1.2 }
      const fit = (share: number) => ({
        part: 'subline' as const,
        sizes: [step, step - 0.3, step - 0.6].map((size) => grid.step(size)),
        widthMax: share * width,
        linesMax: 1,
      })
      const set = await stage.set(name, { ...style, cut: 'sans-600' }, fit(detail === undefined ? 1 : 0.68))
      const rest =
        detail === undefined ? undefined : await stage.set(detail, { ...style, cut: 'sans-400' }, fit(0.48))
      if (rest !== undefined && set.width + rest.width + grid.step(2) > width) throw new Misfit('subline')
      return { name: set, detail: rest }
    }),
  )
}

function drawRows(
  stage: Stage,
  sheet: Sheet,
  { rows, place, headlineEnd }: { rows: readonly Row[]; place: Box; headlineEnd: number },
): void {
  const { grid, inks, isMirrored } = stage
  const isAside = grid.format === 'landscape'
  const rule = Math.max(2, Math.round(grid.unit / 5))
  const from = isAside ? place.top : headlineEnd + grid.step(1.5)
  const room = place.top + place.height - from
  const tallest = Math.max(...rows.map(({ name }) => name.height))
  const pitch = Math.min(room / rows.length, tallest + 2 * grid.step(1.4))
  if (pitch < tallest + 2 * grid.step(0.2)) throw new Misfit('subline')
  const top = isAside ? from : place.top + place.height - pitch * rows.length
  const [start, end] = isMirrored ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const addRule = (y: number) => {
    const box = { ...place, top: Math.round(y), height: rule }
    const mark = `<rect x="${box.left}" y="${box.top}" width="${box.width}" height="${rule}" fill="${cssOf(inks.headline)}"/>`
    sheet.add({ mark, texts: [], box })
  }
  for (const [index, { name, detail }] of rows.entries()) {
    const y = top + index * pitch
    const at = { column: place, top: y + (pitch - name.height) / 2, color: inks.text }
    addRule(y)
    sheet.addText('subline', name, { ...at, align: start })
    if (detail !== undefined) sheet.addText('subline', detail, { ...at, align: end })
  }
  addRule(top + rows.length * pitch)
}
