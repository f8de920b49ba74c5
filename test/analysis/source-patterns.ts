import { join } from 'node:path'
import { parse, tokTypes } from 'acorn'

export interface PatternOfFile {
  /** Path from the project's root. */
  file: string
  source: string
  flags: string
}

const root = join(import.meta.dirname, '../..')
const transpiler = new Bun.Transpiler({ loader: 'ts' })

/** The regular expressions that the files of a folder write as literals, and those that they compose while they load. */
export async function patternsOfSource(folder: string): Promise<PatternOfFile[]> {
  // Scripts of browsers cannot be loaded here.
  const files = [...new Bun.Glob('**/*.ts').scanSync(join(root, folder))]
    .filter((file) => !file.endsWith('.client.ts'))
    .map((file) => join(folder, file))
  const literals = await Promise.all(
    files.map(async (file) =>
      literalsIn(await Bun.file(join(root, file)).text()).map((literal) => ({ file, ...literal })),
    ),
  )
  const script = join(import.meta.dirname, 'composed-patterns.ts')
  const child = Bun.spawn([process.execPath, script, ...files.map((file) => join(root, file))])
  const composed: PatternOfFile[] = await new Response(child.stdout).json()
  const all = [...literals.flat(), ...composed]
  return [...new Map(all.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])).values()]
}

export function literalsIn(typescript: string): { source: string; flags: string }[] {
  const code = transpiler.transformSync(typescript)
  const literals: string[] = []
  parse(code, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onToken: ({ type, start, end }) => {
      if (type === tokTypes.regexp) literals.push(code.slice(start, end))
    },
  })
  return literals.map((literal) => {
    const end = literal.lastIndexOf('/')
    return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
  })
}
