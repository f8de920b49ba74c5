import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A folder as one compressed file: a line of JSON that lists what is in it, then the files' bytes one after the other. */
interface Contents {
  folders: string[]
  files: { path: string; sizeBytes: number }[]
}

const newline = 0x0a

/** Includes empty folders, which PostgreSQL needs. Equal folders give equal bytes. */
export function packFolder(folder: string): Uint8Array {
  const contents: Contents = { folders: [], files: [] }
  const bodies: Uint8Array[] = []
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (lstatSync(join(folder, path)).isDirectory()) contents.folders.push(path)
    else {
      const body = readFileSync(join(folder, path))
      contents.files.push({ path, sizeBytes: body.length })
      bodies.push(body)
    }
  }
  return Bun.zstdCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...bodies]))
}

/** Fills `folder`, which must not exist, with files that only this user may read. */
export function unpackFolder(archive: Uint8Array, folder: string): void {
  const bytes = Bun.zstdDecompressSync(archive)
  let offset = bytes.indexOf(newline) + 1
  const contents = readContents(bytes.subarray(0, offset))
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { mode: 0o700 })
  for (const path of contents.folders) mkdirSync(join(folder, path), { mode: 0o700 })
  for (const { path, sizeBytes } of contents.files) {
    writeFileSync(join(folder, path), bytes.subarray(offset, offset + sizeBytes), { mode: 0o600 })
    offset += sizeBytes
  }
  if (offset !== bytes.length) throw new Error('Cannot unpack the empty database: the archive is damaged')
}

/** Unchecked: every archive was made by `packFolder`. */
function readContents(line: Uint8Array): Contents {
  return JSON.parse(Buffer.from(line).toString('utf8'))
}
