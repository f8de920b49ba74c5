/**
 * Checks imports of `src/` against `src/folders.json`: each folder imports exactly what its row lists, and only rows that
 * stand above its own, so that folders form no cycle. Generates from it the picture `src/folders.svg` and the README of
 * each folder. `bun scripts/folders.ts` generates; `--check` prints what is out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import table from '../src/folders.json'
import { type Import, importsOfSources } from './borders.ts'

export interface Folder {
  /** What it is for. */
  for: string
  /** The file to read first. */
  begin: string
  /** Rows above: of the same area by their names, others as `area/name`. */
  imports: readonly string[]
}

/** Folders by area and name, the lowest first. */
export type FolderTable = Readonly<Record<string, Readonly<Record<string, Folder>>>>

const areas = ['kernel', 'analysis', 'campaign', 'milestone']

/**
 * The row of a file, as `area/name`. Files at the root of an area that have no row of their own belong to `area.ts`, as
 * does each folder's `routes.ts`: they join the folders. A data file belongs to the module of its name. Undefined for texts.
 */
export function rowOf(path: string, folders: FolderTable): string | undefined {
  const [, area = '', folder, ...rest] = path.replace(/\.json$/, '.ts').split('/')
  if (/\.(md|svg)$/.test(path)) return undefined
  if (!areas.includes(area)) {
    return `service/${folder === undefined && area !== 'main.ts' ? 'serve.ts' : area}`
  }
  if (folder !== undefined && folders[area]?.[folder] !== undefined && rest.join('/') !== 'routes.ts')
    return `${area}/${folder}`
  const isJoining = rest.length === 0 || (area !== 'kernel' && rest.join('/') === 'routes.ts')
  return `${area}/${isJoining ? 'area.ts' : folder}`
}

interface Row extends Folder {
  area: string
  name: string
  /** `area/name` of what it may import. */
  targets: readonly string[]
}

export function rowsOf(folders: FolderTable): Row[] {
  return Object.entries(folders).flatMap(([area, rows]) =>
    Object.entries(rows).map(([name, row]) => ({
      area,
      name,
      ...row,
      targets: row.imports.map((target) => (target.includes('/') ? target : `${area}/${target}`)),
    })),
  )
}

/** What in the imports and the table does not agree, one line each. */
export function brokenFolders(links: readonly Import[], folders: FolderTable): string[] {
  const rows = rowsOf(folders)
  const places = new Map(rows.map(({ area, name }, place) => [`${area}/${name}`, place]))
  const listed = new Set(
    rows.flatMap(({ area, name, targets }) => targets.map((to) => `${area}/${name} ${to}`)),
  )
  const used = new Map<string, Import>()
  const broken: string[] = []
  for (const link of links) {
    const [from, to] = [rowOf(link.file, folders), rowOf(link.target, folders)]
    if (!link.target.startsWith('src/') || from === undefined || to === undefined) continue
    if (!places.has(from)) broken.push(`${link.file}: src/folders.json has no row ${from}`)
    if (from !== to) used.set(`${from} ${to}`, link)
  }
  for (const [edge, { file, target }] of used)
    if (!listed.has(edge))
      broken.push(
        `${file} imports ${target}: src/folders.json does not allow ${edge.replace(' ', ' to import ')}`,
      )
  for (const edge of listed) {
    const [from = '', to = ''] = edge.split(' ')
    if (!used.has(edge)) broken.push(`src/folders.json: ${from} does not import ${to}`)
    if ((places.get(to) ?? Number.POSITIVE_INFINITY) >= (places.get(from) ?? 0))
      broken.push(`src/folders.json: ${from} imports ${to}, which does not stand above it`)
  }
  return broken
}

/**
 * Imports within each area, as `[from, to]` names. Those that others already imply are left out, as are tables and
 * errors, which most folders import.
 */
export function arrowsOf(folders: FolderTable, area: string): [string, string][] {
  const rows = rowsOf(folders).filter((row) => row.area === area)
  const targetsOf = new Map(
    rows.map(({ name, targets }) => [
      name,
      targets
        .filter((target) => target.startsWith(`${area}/`))
        .map((target) => target.slice(area.length + 1)),
    ]),
  )
  const reaches = (from: string, to: string): boolean =>
    targetsOf.get(from)?.some((next) => next === to || reaches(next, to)) ?? false
  return [...targetsOf].flatMap(([from, targets]) => {
    const shown = targets.filter(isShown)
    return shown
      .filter((to) => isShown(from) && !shown.some((other) => other !== to && reaches(other, to)))
      .map((to): [string, string] => [from, to])
  })
}

function isShown(name: string): boolean {
  return !name.endsWith('.ts') || name === 'area.ts'
}

const columns = [['kernel', 'analysis'], ['campaign'], ['milestone']]
const size = { row: 26, box: 130, column: 310, margin: 16, title: 40 }

/** An arc diagram as SVG: a column of boxes for each area, the lowest first, and an arc for each import. */
export function pictureOf(folders: FolderTable): string {
  const parts: string[] = []
  let height = 0
  columns.forEach((areas, column) => {
    const x = size.margin + column * size.column
    let y = size.margin
    for (const area of areas) {
      const names = Object.keys(folders[area] ?? {}).filter(isShown)
      if (names.length === 0) continue
      parts.push(`<text class="title" x="${x}" y="${y + 20}">src/${area}</text>`)
      y += size.title
      const middleOf = (name: string) => y + names.indexOf(name) * size.row + 10
      for (const name of names) {
        const top = middleOf(name) - 10
        parts.push(`<rect x="${x}" y="${top}" width="${size.box}" height="20" rx="4"/>`)
        parts.push(`<text x="${x + 8}" y="${top + 14}">${name}</text>`)
      }
      for (const [from, to] of arrowsOf(folders, area)) {
        const [start, end] = [middleOf(from) - 3, middleOf(to) + 3]
        const edge = x + size.box
        const bow = edge + 14 + Math.min(120, (start - end) / 2)
        parts.push(
          `<path d="M${edge} ${start}C${bow} ${start} ${bow} ${end} ${edge + 5} ${end}" marker-end="url(#head)"><title>${from} imports ${to}</title></path>`,
        )
      }
      y += names.length * size.row + size.margin
    }
    height = Math.max(height, y)
  })
  const width = columns.length * size.column
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>Folders of each area and their imports</title>',
    '<style>text{font:12px ui-monospace,monospace;fill:#1f2328}.title{font-weight:700;font-size:14px}rect{fill:#eef2f7;stroke:#8b98a9}path{fill:none;stroke:#57606a}.page{fill:#fff;stroke:none}</style>',
    '<defs><marker id="head" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L6 3L0 6z" style="fill:#57606a;stroke:none"/></marker></defs>',
    `<rect class="page" width="${width}" height="${height}"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}

/** The README of a folder in three lines: what it is for, who may call it, where to begin. */
export function readmeOf({ area, name, for: purpose, begin }: Row, rows: readonly Row[]): string {
  const callers = rows
    .filter(({ targets }) => targets.includes(`${area}/${name}`))
    .map((row) => (row.area === area ? row.name : `${row.area}/${row.name}`))
  return `${purpose}\\
Called by: ${callers.length === 0 ? 'no other folder' : callers.join(', ')}.\\
Begin with [${begin}](${begin}).\n`
}

const root = join(import.meta.dir, '..')
const markers = ['## Folders and arrows\n', '## The gate\n'] as const

const pictureIntroduction =
  'An arrow goes from a folder to one that it imports; arrows that others imply, `errors.ts` and `tables.ts` are left out.'

/** Generated texts by the paths of their files. */
function generated(): Map<string, string> {
  const rows = rowsOf(table)
  const texts = new Map<string, string>()
  for (const row of rows)
    if (!row.name.endsWith('.ts') && row.area !== 'service')
      texts.set(`src/${row.area}/${row.name}/README.md`, readmeOf(row, rows))
  texts.set('src/folders.svg', pictureOf(table))
  const readme = readFileSync(join(root, 'src/README.md'), 'utf8')
  const [start, end] = markers
  const [before, rest = ''] = readme.split(start)
  texts.set(
    'src/README.md',
    `${before}${start}\n${pictureIntroduction}\n\n![Folders of each area and their imports](folders.svg)\n\n${end}${rest.split(end)[1] ?? ''}`,
  )
  return texts
}

function absentFiles(): string[] {
  return rowsOf(table).flatMap(({ area, name, begin }) => {
    const folder = join('src', area === 'service' ? '' : area, name.endsWith('.ts') ? '' : name)
    return existsSync(join(root, folder, begin))
      ? []
      : [`src/folders.json: ${join(folder, begin)} does not exist`]
  })
}

if (import.meta.main) {
  const broken = [...brokenFolders(importsOfSources(), table), ...absentFiles()]
  for (const [path, text] of generated()) {
    const file = join(root, path)
    if (!process.argv.includes('--check')) writeFileSync(file, text)
    else if (!existsSync(file) || readFileSync(file, 'utf8') !== text)
      broken.push(`${relative(root, file)} is out of date: run \`bun scripts/folders.ts\``)
  }
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exit(1)
}
