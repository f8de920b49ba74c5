import { botanical } from './botanical/botanical.ts'
import { dunes } from './dunes/dunes.ts'
import { fabric } from './fabric/fabric.ts'
import type { Family } from './family.ts'
import { gobo } from './gobo.ts'
import { mesh } from './mesh.ts'
import { mountains } from './mountains.ts'
import { ocean } from './ocean.ts'
import { papercut } from './papercut/papercut.ts'
import { skyline } from './skyline.ts'
import { studio } from './studio/studio.ts'

/** Every family that plans may name. */
export const families: readonly Family[] = [
  botanical,
  dunes,
  fabric,
  gobo,
  mesh,
  mountains,
  ocean,
  papercut,
  skyline,
  studio,
]
