import { cssOf } from '../inks.ts'
import { bestHeadline } from './arrange-frame.ts'
import { type Layout, Misfit } from './layout.ts'
import { roomOf } from './room.ts'
import { startSheet } from './sheet.ts'
import { stackOf } from './stack.ts'
import { placeText } from './stage.ts'

export const column: Layout = {
  name: 'column',
  description: 'A headline over a text of up to eighty words',
  picture: 'none',
  grounds: ['brand', 'paper', 'deep', 'tint'],
  tones: ['calm', 'premium', 'bold'],
  face: 'any',
  headline: { serif: 'serif-700', sans: 'sans-800', linesMax: 3 },
  align: 'start',
  logo: 'bottom-left',
  frames: {
    square: { type: [0.065, 0.085, 0.87, 0], from: 'top', step: 6.4, button: 'row-end' },
    landscape: { type: [0.047, 0.115, 0.46, 0], from: 'top', step: 5.8, button: 'row-end' },
    portrait: { type: [0.072, 0.075, 0.856, 0], from: 'top', step: 6.5, button: 'row-end' },
  },
  suits: ({ sublineWords, listLength, isQuote, hasPicture, hasBadge }) =>
    sublineWords < 14 || listLength > 1 || isQuote || hasBadge
      ? 0
      : hasPicture
        ? 0.9
        : sublineWords < 20
          ? 1.2
          : 2,
  shapes: ({ width, step }, { accent }) =>
    `<rect width="${width}" height="${Math.round(step(1.1))}" fill="${cssOf(accent)}"/>`,
  arrange: async (stage, layout) => {
    const { grid, parts, inks } = stage
    if (parts.subline === undefined) throw new Misfit('subline')
    const frame = layout.frames[grid.format]
    const room = await roomOf(stage, layout, frame)
    const isAside = grid.format === 'landscape'
    const place = isAside ? stage.box([0.56, 0.13, 0.393, 0]) : room.column
    const eyebrow =
      parts.eyebrow === undefined
        ? undefined
        : await stage.setPart('eyebrow', { widthMax: room.column.width })
    const body = await stage.set(
      parts.subline,
      { cut: 'sans-400', trackingEm: -0.006, leadingEm: 1.46 },
      {
        part: 'subline',
        sizes: (isAside ? [2.25, 2, 1.8] : [2.6, 2.4, 2.2]).map((size) => grid.step(size)),
        widthMax: place.width,
        linesMax: isAside ? 9 : 8,
      },
    )
    const rule = Math.max(2, Math.round(grid.unit / 5))
    const gap = grid.step(2)
    const bottom = (isAside ? room.row.top : room.bottomTop) - 0.7 * grid.margin
    return await bestHeadline(stage, layout, { frame, width: room.column.width }, (headline, stepsLost) => {
      const sheet = startSheet(stage, layout, frame, room)
      const blocks = { eyebrow, headline, badge: undefined, subline: undefined, drawnBadge: undefined }
      let top = room.column.top
      for (const item of stackOf(stage, blocks, undefined)) {
        top += item.gap
        sheet.add(item.draw(top, { column: room.column, align: room.align, on: sheet.on }))
        top += item.height
      }
      const start = isAside ? place.top : bottom - body.height - gap - rule
      if (!isAside && start < top + grid.step(2)) throw new Misfit('subline')
      if (start + rule + gap + body.height > bottom + 1) throw new Misfit('subline')
      const text = placeText('subline', body, {
        column: place,
        top: start + rule + gap,
        align: room.align,
        color: inks.text,
        on: inks.ground,
      })
      const mark = `<rect x="${place.left}" y="${Math.round(start)}" width="${place.width}" height="${rule}" fill="${cssOf(inks.accent)}"/>`
      sheet.add({ text, mark, box: { ...place, top: Math.round(start), height: rule + gap + body.height } })
      sheet.addButton()
      return sheet.close({ stepsLost, breakCost: headline?.cost ?? 0 })
    })
  },
}
