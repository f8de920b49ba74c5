export type HeaderPairs = ReadonlyArray<readonly [name: string, value: string]>

/** From the raw headers of node:http, in received order, with names in lower case. */
export function headerPairs(raw: readonly string[]): HeaderPairs {
  return Array.from({ length: raw.length >> 1 }, (_, at) => [
    (raw[2 * at] ?? '').toLowerCase(),
    headerText(raw[2 * at + 1] ?? ''),
  ])
}

/** node:http decodes header bytes as Latin-1; servers that send more than ASCII mostly send UTF-8. */
function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}
