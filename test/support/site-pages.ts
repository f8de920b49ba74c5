import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fill, isFiller } from './site-filler.ts'
import type { Site } from './sites.ts'

export interface SitePage {
  bytes: Uint8Array
  contentType: string
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
}

/**
 * Makes a site's file what is sent. `<!--#include name-->` takes in another file of the folder,
 * `<!--#fill kind bytes-->` is replaced by made-up bulk, and the site's own absolute addresses
 * (`https://host/...`, in JSON too) get the origin under which the server is reached.
 * Bytes are kept as they are in any charset, hence latin1.
 */
export function renderPage(
  site: Site,
  path: string,
  originOf: (host: string) => string,
): SitePage | undefined {
  const file = site.label.pages[path]
  if (file === undefined) return undefined
  const whole = withFiller(readWhole(site.folder, file), {
    seed: `${site.slug}${path}`,
    language: site.label.language,
  })
  return {
    bytes: Buffer.from(withOrigins(whole, hostsOf(site), originOf), 'latin1'),
    contentType: site.label.contentTypes?.[path] ?? contentTypes[extname(file)] ?? 'application/octet-stream',
  }
}

/** Every host name that answers for the site. */
export function hostsOf({ label }: Site): string[] {
  return [label.host, ...(label.redirectHosts ?? [])]
}

function readWhole(folder: string, file: string): string {
  const text = readFileSync(join(folder, file), 'latin1')
  return text.replace(/<!--#include ([\w.-]+)-->\n?/g, (_, name: string) => readWhole(folder, name))
}

function withFiller(text: string, { seed, language }: { seed: string; language: string }): string {
  let count = 0
  return text.replace(/<!--#fill (\w+) (\d+)-->/g, (directive, kind: string, bytes: string) => {
    if (!isFiller(kind)) throw new Error(`Cannot fill "${directive}" of ${seed}: no such filler`)
    count += 1
    return fill(kind, Number(bytes), { seed: `${seed}#${count}`, language })
  })
}

function withOrigins(text: string, hosts: readonly string[], originOf: (host: string) => string): string {
  const own = new RegExp(`https:(\\\\?/\\\\?/)(${hosts.map(RegExp.escape).join('|')})(?![\\w.-])`, 'g')
  return text.replace(own, (_, slashes: string, host: string) => originOf(host).replace('//', () => slashes))
}
