import { architecture } from './architecture.ts'
import { botanical } from './botanical.ts'
import { dunes } from './dunes.ts'
import { fabric } from './fabric.ts'
import type { Family } from './family.ts'
import { forest } from './forest.ts'
import { fruit } from './fruit.ts'
import { glass } from './glass.ts'
import { gobo } from './gobo.ts'
import { mesh } from './mesh.ts'
import { mountains } from './mountains.ts'
import { ocean } from './ocean.ts'
import { papercut } from './papercut.ts'
import { skyline } from './skyline.ts'
import { studio } from './studio.ts'

/** Every family that plans may name. */
export const families: readonly Family[] = [
  architecture,
  botanical,
  dunes,
  fabric,
  forest,
  fruit,
  glass,
  gobo,
  mesh,
  mountains,
  ocean,
  papercut,
  skyline,
  studio,
]
