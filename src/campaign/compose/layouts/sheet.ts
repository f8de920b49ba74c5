import type { Box } from '../../images/raster.ts'
import { around, fromLeft, overlaps } from '../boxes.ts'
import type { PartName } from '../copy/parts.ts'
import type { SetText } from '../copy/set-text.ts'
import { fillOn } from '../inks.ts'
import { drawButton } from './button.ts'
import { type Arrangement, type Drawn, type Mark, Misfit, type PlacedText, type Stage } from './layout.ts'
import { buttonPlace, type Room, touchesShapes } from './room.ts'
import { placeText } from './stage.ts'

/** One canvas while its parts are placed. */
export interface Sheet {
  /** @throws Misfit where it covers what is placed already */
  add(drawn: Drawn): void
  /** Places set lines on the ground. */
  addText(part: PartName, set: SetText, place: Omit<Parameters<typeof placeText>[2], 'on'>): void
  /** @throws Misfit */
  addBadge(badge: Drawn): void
  /** The button, if there is one, where the frame has it. @throws Misfit */
  addButton(): void
  /** @throws Misfit where copy, logo and shapes touch */
  close(result: { stepsLost: number; breakCost: number }): Arrangement
}

export function startSheet(stage: Stage, room: Room): Sheet {
  const { grid, inks, on, layout, frame, isMirrored } = stage
  const { logo, legal, button } = room
  const texts: PlacedText[] = legal === undefined ? [] : [legal]
  const marks: Mark[] = []
  const boxes: Box[] = []
  const badges: Box[] = []
  const gap = grid.step(0)
  const show = ({ mark, texts: words, box }: Drawn) => {
    texts.push(...words)
    if (mark !== undefined) marks.push({ svg: mark, box })
  }
  const add: Sheet['add'] = (drawn) => {
    show(drawn)
    boxes.push(...(drawn.mark === undefined ? drawn.texts.flatMap(({ lines }) => lines) : [drawn.box]))
  }
  const misfitOver = (box: Box, part: 'badge' | 'subline') => {
    if (boxes.some((other) => overlaps(box, other, gap))) throw new Misfit(part)
  }
  return {
    add,
    addText: (part, set, place) => {
      const text = placeText(part, set, { ...place, on })
      add({ texts: [text], box: text.box })
    },
    addBadge: (badge) => {
      misfitOver(badge.box, 'badge')
      show(badge)
      badges.push(badge.box)
    },
    addButton: () => {
      if (button === undefined) return
      const ground = layout.rowOn?.(inks)
      const colors = ground && fillOn(ground, [inks.ground, inks.accent, inks.paper], [inks.deep, inks.paper])
      const drawn = drawButton(stage, button, buttonPlace(stage, room, button), {
        ...(colors && { colors }),
      })
      misfitOver(drawn.box, 'subline')
      // A logo on its side may push it up onto the edge of the row's ground.
      const rowTop = grid.height - (layout.rowHeight?.(grid) ?? grid.height)
      if (drawn.box.top < rowTop) throw new Misfit('cta')
      add(drawn)
    },
    close: ({ stepsLost, breakCost }) => {
      if (legal !== undefined && boxes.some((box) => overlaps(box, legal.box))) throw new Misfit('legal')
      const copy = [...boxes, ...(legal === undefined ? [] : [legal.box])]
      const isCovered = logo !== undefined && [...copy, ...badges].some((box) => overlaps(box, logo.clearBox))
      if (isCovered && !isFixed(stage)) throw new Misfit('headline')
      const picture = frame.picture && stage.box(frame.picture)
      const isApart = picture !== undefined && layout.picture === 'box' && layout.isTypeOnPicture !== true
      const isAmiss = (box: Box) =>
        touchesShapes(stage, box) || (isApart && overlaps(box, picture, 0.5 * grid.margin))
      const isLogoAmiss = logo !== undefined && isAmiss(logo.box)
      if (copy.some(isAmiss) || (isLogoAmiss && !isFixed(stage))) throw new Misfit('headline')
      const whole = copy.length === 0 ? undefined : fromLeft(grid, isMirrored, copy.reduce(around))
      const veil = whole && layout.veils?.(grid, whole)
      const veils = veil === undefined ? [] : [fromLeft(grid, isMirrored, veil)]
      return {
        ...{ layout, grid, inks, isMirrored },
        picture: picture && {
          box: picture,
          mask: layout.mask?.(picture),
          hidden: [...(frame.hidden ?? []).map(stage.box), ...veils],
        },
        marks,
        texts,
        logo,
        subject: frame.subject && stage.box(frame.subject),
        field: frame.field,
        isLogoOnCopy: isCovered,
        stepsLost,
        // Layouts without anything where the request has the logo are better.
        breakCost: breakCost + (isLogoAmiss ? 1 : 0),
      }
    },
  }
}

/** The request decides where the logo is. */
function isFixed({ logo }: Stage): boolean {
  if (logo === undefined) return false
  const { placement, scale, margin, x, y } = logo.controls
  return placement !== 'auto' || scale !== 'auto' || margin !== 'auto' || x !== 0 || y !== 0
}
