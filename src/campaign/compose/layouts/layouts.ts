import { type LayoutName, layoutNames } from '../controls.ts'
import { cssOf } from '../inks.ts'
import { arcs } from './arcs.ts'
import { glow } from './glow.ts'
import { type Layout, type LayoutDrawing, layoutData } from './layout.ts'
import { list } from './list.ts'
import { mega } from './mega.ts'
import { numeral } from './numeral.ts'
import { pictogram } from './pictogram.ts'
import { bigtype, cover, cut, edge } from './picture-layouts.ts'
import { quote } from './quote.ts'
import { stripes } from './stripes.ts'
import { frieze, tiles } from './tiles.ts'

const column: LayoutDrawing = {
  shapes: ({ width, bleed, step }, { accent }) =>
    `<rect y="${-bleed.top}" width="${width}" height="${Math.round(step(1.1))}" fill="${cssOf(accent)}"/>`,
}

const drawings: Readonly<Partial<Record<LayoutName, LayoutDrawing>>> = {
  ...{
    bigtype,
    cover,
    edge,
    cut,
    glow,
    arcs,
    stripes,
    tiles,
    pictogram,
    quote,
    mega,
    numeral,
    frieze,
    column,
  },
  index: list,
  base: pictogram,
}

const layoutOf = (name: LayoutName): Layout => ({ name, ...layoutData[name], ...drawings[name] })

export const layouts = Object.fromEntries(layoutNames.map((name) => [name, layoutOf(name)])) as Readonly<
  Record<LayoutName, Layout>
>
