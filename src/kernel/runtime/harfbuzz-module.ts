import type { HarfBuzzModule } from 'harfbuzzjs'
import createModule from '../../../node_modules/harfbuzzjs/dist/harfbuzz.js'
import { embedded } from './embedded.ts'

/** The package's type leaves out what every Emscripten module takes. */
const createFrom: (options: { wasmBinary: Uint8Array }) => Promise<HarfBuzzModule> = createModule

/**
 * Starts HarfBuzz from the embedded WebAssembly. The build puts this module in the place of the package's own, which
 * looks for the file beside itself.
 */
export default async function createHarfBuzz(): Promise<HarfBuzzModule> {
  if (embedded === undefined) throw new Error('Cannot load the embedded HarfBuzz outside of an executable')
  return await createFrom({ wasmBinary: await Bun.file(embedded.harfbuzz.path).bytes() })
}
