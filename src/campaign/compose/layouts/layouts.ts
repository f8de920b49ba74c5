import type { LayoutName } from '../controls.ts'
import { arcs } from './arcs.ts'
import { column, frieze } from './column.ts'
import { glow } from './glow.ts'
import type { Layout } from './layout.ts'
import { list } from './list.ts'
import { mega } from './mega.ts'
import { numeral } from './numeral.ts'
import { pictogram } from './pictogram.ts'
import {
  badge,
  bigtype,
  calm,
  cut,
  edge,
  event,
  framed,
  halves,
  panel,
  podium,
  poster,
} from './picture-layouts.ts'
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
  frieze,
  column,
}
