import type { LayoutName } from '../controls.ts'
import { arcs } from './arcs.ts'
import { badge } from './badge.ts'
import { bigtype } from './bigtype.ts'
import { calm } from './calm.ts'
import { column } from './column.ts'
import { cut } from './cut.ts'
import { edge } from './edge.ts'
import { event } from './event.ts'
import { framed } from './framed.ts'
import { glow } from './glow.ts'
import { halves } from './halves.ts'
import type { Layout } from './layout.ts'
import { list } from './list.ts'
import { mega } from './mega.ts'
import { numeral } from './numeral.ts'
import { panel } from './panel.ts'
import { pictogram } from './pictogram.ts'
import { podium } from './podium.ts'
import { poster } from './poster.ts'
import { quote } from './quote.ts'
import { stripes } from './stripes.ts'
import { tiles } from './tiles.ts'

export const layouts: Readonly<Record<LayoutName, Layout>> = {
  panel,
  halves,
  calm,
  edge,
  framed,
  poster,
  bigtype,
  badge,
  event,
  cut,
  glow,
  arcs,
  stripes,
  tiles,
  pictogram,
  quote,
  stage: podium,
  mega,
  index: list,
  numeral,
  column,
}
