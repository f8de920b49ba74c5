import { clamp } from '../../../numeric/math.ts'
import { withMirrored } from '../core/float-raster.ts'
import { createSky } from '../core/sky.ts'
import { paintWater } from '../core/water.ts'
import { createCity } from './city/city.ts'
import { paintBank, paintCityLayer } from './city/painter.ts'
import { createFamily } from './create-family.ts'

const litWindows = { dawn: 0.1, day: 0.012, dusk: 0.26, night: 0.36 } as const

/** A city across the water, layer behind layer in the haze. */
export const skyline = createFamily('skyline', (scene) => {
  const { plan, frame, light, random } = scene
  const shore = Math.round(frame.height * clamp(0.6 + 0.06 * (frame.width / frame.height), 0.62, 0.72))
  const focusX = random.pick([-1, 1]) * random.range(0.1, 0.2)
  const sunX = frame.width / 2 + frame.unit * (focusX * -0.6 + random.range(-0.05, 0.05))
  const sky = createSky(scene, { horizon: shore, sunX, cover: random.range(0.2, 0.75) })
  return {
    focal: {
      x: 0.5 + (focusX * frame.unit) / frame.width,
      y: (shore - frame.unit * 0.16) / frame.height,
    },
    paint(raster) {
      const above = withMirrored(raster, frame.unit * 0.05)
      sky.paint(above)
      const city = { raster: above, frame, light, sky, shore, lit: litWindows[plan.timeOfDay] }
      const heights = Math.min(1, shore / frame.unit / 0.62)
      for (const layer of createCity(random.fork('city'), focusX, heights)) paintCityLayer(city, layer)
      paintBank(city, random.fork('bank'))
      paintWater(raster, scene, shore)
    },
  }
})
