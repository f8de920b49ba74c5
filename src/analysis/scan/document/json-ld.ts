import type { PageLimits } from './limits.ts'
import { isObject, typesOf } from './organisation.ts'
import type { JsonLdItem, Span } from './page.ts'
import { readTolerantJson } from './tolerant-json.ts'

/** All top-level objects of the scripts, arrays and `@graph` flattened, in page order. */
export function readJsonLd(
  body: string,
  scripts: readonly Span[],
  limits: PageLimits,
): { items: readonly JsonLdItem[]; truncated: boolean } {
  const items: JsonLdItem[] = []
  let chars = 0
  let truncated = false
  for (const script of scripts) {
    const length = script.end - script.start
    if (length > limits.jsonLdScriptCharsMax || chars + length > limits.jsonLdCharsMax) {
      truncated = true
      continue
    }
    chars += length
    const waiting: unknown[] = [readTolerantJson(body.slice(script.start, script.end), limits.jsonLdDepthMax)]
    while (waiting.length > 0) {
      const value = waiting.pop()
      if (Array.isArray(value)) {
        for (const member of value.toReversed()) waiting.push(member)
      } else if (isObject(value)) {
        if (items.length === limits.jsonLdItemsMax) {
          truncated = true
          break
        }
        const graph = value['@graph']
        if (graph !== undefined) waiting.push(graph)
        // An object that only holds the graph is left out.
        if (graph === undefined || value['@type'] !== undefined) {
          items.push({ types: typesOf(value), value, script })
        }
      }
    }
  }
  return { items, truncated }
}
