import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Manifest {
  name?: string
  version?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const licenseFile = /^(licen[cs]e|copying|unlicense)/i

/**
 * The licence texts of every package that the project at `root` runs with, in the order of names, each text once under the
 * packages that have it.
 */
export function packageLicenses(root: string): string {
  const packagesOf = new Map<string, string[]>()
  for (const folder of [...productionFolders(root)].sort()) {
    const { name, version, license } = manifestOf(folder)
    const file = readdirSync(folder).find((entry) => licenseFile.test(entry))
    const text =
      file === undefined
        ? `No licence file; package.json says: ${license ?? 'nothing'}`
        : readFileSync(join(folder, file), 'utf8').trim()
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version} (${license ?? 'see below'})`])
  }
  return [...packagesOf].map(([text, packages]) => `${packages.join('\n')}\n\n${text}\n`).join('\n')
}

/** Folders of the packages that are installed for `dependencies`, and for theirs. */
function productionFolders(root: string): Set<string> {
  const folders = new Set<string>()
  const visit = (from: string) => {
    const { dependencies, optionalDependencies } = manifestOf(from)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = installedFolder(name, from)
      if (folder === undefined || folders.has(folder)) continue
      folders.add(folder)
      visit(folder)
    }
  }
  visit(root)
  return folders
}

/** Undefined for an optional package that is for another platform. */
function installedFolder(name: string, from: string): string | undefined {
  for (let above = from; above !== dirname(above); above = dirname(above)) {
    const folder = join(above, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return undefined
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
