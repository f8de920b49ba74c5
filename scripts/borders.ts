/**
 * The import borders of `src/`: areas do not import each other, the kernel imports no area, only adapters import the web
 * framework, pure files do no I/O, and no imports form a cycle. `bun scripts/borders.ts` prints what breaks one. What each
 * folder may import is in `src/folders.json`, which `folders.ts` checks.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

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
const isComposition = (file: string) =>
  compositionFiles.includes(file) || /^src\/(commands|site)\//.test(file)

/** The plugins and error classes of the kernel's HTTP parts, each area's routes, and the application. */
const frameworkUsers =
  /^src\/(app|mcp\/routes|site\/routes|kernel\/http\/[a-z-]+|(analysis|campaign|milestone)\/([a-z0-9-]+\/)*routes)\.ts$/

/** The file that chooses reasons by a language model is not pure. */
const pureFiles =
  /^src\/(milestone\/((views|wire)\/(?!routes\.ts)|indexer\/reducers\/|chaos\/(schemas|random|schedule)\.ts|cycle\/run-views\.ts)|analysis\/diagnose\/(?!choose-)|campaign\/receipts\/(check-receipt|receipt)\.ts|kernel\/runtime\/canonical-digest\.ts)/
/** All of the platform counts: what pure code needs of it, viem and the language have. */
const ioTargets =
  /^(node:.*|(fs|net|tls|http|https|http2|dgram|dns|os|child_process|worker_threads|crypto)(\/.*)?|bun(:.*)?|drizzle-orm(\/.*)?|postgres|@electric-sql\/.*|sharp|src\/kernel\/(blobs|database|egress|llm)\/.*|.*-store\.ts)$/

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
    rule: 'only routes.ts, the kernel’s HTTP parts and app.ts may import elysia',
    breaks: ({ file, target }) => /^(elysia|@elysiajs)(\/.*)?$/.test(target) && !frameworkUsers.test(file),
  },
  {
    rule: 'pure files (views, reducers, diagnosis, hashing of receipts, sampling) must not import what does I/O',
    breaks: ({ file, target }) => pureFiles.test(file) && ioTargets.test(target),
  },
  {
    rule: 'views must not import what sends transactions or runs nodes',
    breaks: ({ file, target }) =>
      file.startsWith('src/milestone/views/') && /^src\/milestone\/(anvil|demo|rpc|sender)\//.test(target),
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

/** Cycles of imports, types included, each as `a imports b imports a`; none exactly when there is no cycle. */
export function importCycles(links: readonly Import[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { file, target } of links) targets.set(file, [...(targets.get(file) ?? []), target])
  const done = new Set<string>()
  const cycles: string[] = []
  const path: string[] = []
  const visit = (file: string) => {
    const start = path.indexOf(file)
    if (start !== -1) cycles.push([...path.slice(start), file].join(' imports '))
    if (start !== -1 || done.has(file)) return
    path.push(file)
    for (const target of targets.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of [...targets.keys()].sort()) visit(file)
  return cycles
}

/** Imports of all files of `src/`. */
export function importsOfSources(): Import[] {
  const root = join(import.meta.dir, '..')
  return [...new Bun.Glob('src/**/*.ts').scanSync(root)].flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8')),
  )
}

if (import.meta.main) {
  const links = importsOfSources()
  const broken = [...brokenBorders(links), ...importCycles(links).map((cycle) => `${cycle}: an import cycle`)]
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exit(1)
}
