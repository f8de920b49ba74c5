import { join } from 'node:path'
import { embedded } from '../runtime/embedded.ts'

const source = join(import.meta.dir, '../..')
const bundles = new Map<string, Promise<string>>()

/**
 * The bundle of a browser script: embedded in an executable, and made on first use when run from source.
 * @param name path of the `*.client.ts` file below `src/`, with slashes
 */
export function browserScript(name: string): Promise<string> {
  const bundle = bundles.get(name) ?? readBundle(name)
  bundles.set(name, bundle)
  return bundle
}

async function readBundle(name: string): Promise<string> {
  if (embedded === undefined) return await bundleBrowserScript(join(source, name))
  const file = embedded.browserScripts[name]
  if (file === undefined) throw new Error(`Cannot find "${name}" among the embedded browser scripts`)
  return await Bun.file(file.path).text()
}

/**
 * Bundles TypeScript for browsers: one module without imports, minified.
 * @param path absolute, of a `*.client.ts` file
 * @throws Error that names the file, with what cannot be resolved or parsed as its cause
 */
export async function bundleBrowserScript(path: string): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [path],
    target: 'browser',
    format: 'esm',
    minify: true,
    // Packages have a larger build for development, which the environment of this process would select.
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: '/*! Includes lit-html, copyright 2017 Google LLC, BSD-3-Clause */',
  }).catch((cause: unknown) => {
    throw new Error(`Cannot bundle ${path}: its imports must exist and its syntax must be valid`, { cause })
  })
  const [output] = outputs
  if (output === undefined) throw new Error(`Cannot bundle ${path}: the bundler returned no output`)
  return (await output.text()).trimEnd()
}
