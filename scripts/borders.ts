/**
 * The import borders of `src/`: areas know nothing of each other, the kernel knows no area, only adapters know the web
 * framework, and pure files do no I/O. `bun scripts/borders.ts` prints every import that breaks one.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

export interface Import {
  /** Path of the importing file from the project's root. */
  file: string
  /** Path from the project's root, or the name of a package. */
  target: string
}

interface Border {
  rule: string
  breaks: (link: Import) => boolean
}

const areas = ['analysis', 'campaign', 'milestone']
const compositionFiles = ['src/app.ts', 'src/serve.ts', 'src/main.ts']
const areaOf = (path: string) => areas.find((area) => path.startsWith(`src/${area}/`))
const isComposition = (file: string) => compositionFiles.includes(file) || file.startsWith('src/commands/')

const frameworkUsers =
  /^src\/(app|kernel\/http\/(docs|health|describe-api|house|invalid-request)|[a-z]+\/([a-z-]+\/)?routes)\.ts$/
const pureFiles = /^src\/milestone\/(views|indexer\/reducers)\//
/** All of the platform counts: what pure code needs of it, viem and the language have. */
const ioTargets =
  /^(node:.*|(fs|net|tls|http|https|http2|dgram|dns|os|child_process|worker_threads|crypto)(\/.*)?|bun(:.*)?|drizzle-orm(\/.*)?|postgres|@electric-sql\/.*|sharp)$/

export const borders: readonly Border[] = [
  {
    rule: 'an area must not import another area',
    breaks: ({ file, target }) => {
      const [from, to] = [areaOf(file), areaOf(target)]
      return from !== undefined && to !== undefined && from !== to
    },
  },
  {
    rule: 'the kernel must not import an area, a command or the composition root',
    breaks: ({ file, target }) =>
      file.startsWith('src/kernel/') && (areaOf(target) !== undefined || isComposition(target)),
  },
  {
    rule: 'an area must not import the composition root or a command',
    breaks: ({ file, target }) => areaOf(file) !== undefined && isComposition(target),
  },
  {
    rule: 'only routes, models and the kernel’s HTTP parts may import elysia',
    breaks: ({ file, target }) => /^(elysia|@elysiajs)(\/.*)?$/.test(target) && !frameworkUsers.test(file),
  },
  {
    rule: 'pure files (views, reducers) must not import what does I/O',
    breaks: ({ file, target }) =>
      pureFiles.test(file) &&
      (ioTargets.test(target) || target === 'src/kernel/database/database.ts' || /-store\.ts$/.test(target)),
  },
  {
    rule: 'the product must not import tests or scripts',
    breaks: ({ target }) => /^(test|scripts)\//.test(target),
  },
]

/**
 * What stands before a module's name: `from`, `import`, `import(` or `require(`. A match inside a comment or a text does
 * no harm; an import that is missed would.
 */
const specifierPattern =
  /\bfrom\s*(?<a>['"])(?<from>[^'"\n]+)\k<a>|\b(?:import|require)\s*(?:\(\s*)?(?<b>['"`])(?<direct>[^'"`\n]+)\k<b>/g

/** Imports of one file, types included: a type ties two files together as much as a value does. */
export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(specifierPattern)].flatMap(({ groups }) => {
    const specifier = groups?.['from'] ?? groups?.['direct']
    if (specifier === undefined) return []
    const target = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier
    return [{ file, target }]
  })
}

export function brokenBorders(links: readonly Import[]): string[] {
  return borders.flatMap(({ rule, breaks }) =>
    links.filter(breaks).map(({ file, target }) => `${file} imports ${target}: ${rule}`),
  )
}

if (import.meta.main) {
  const root = join(import.meta.dir, '..')
  const files = [...new Bun.Glob('src/**/*.ts').scanSync(root)].map((file) => relative('.', file))
  const broken = brokenBorders(
    files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8'))),
  )
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exit(1)
}
