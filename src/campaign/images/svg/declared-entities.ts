import { countText } from '../../errors.ts'
import { type SvgElement, svgRejected } from './svg-element.ts'

const entitiesMax = 100
const valueCharsMax = 1_000
const expandedCharsMax = 1_000_000

/**
 * The entities that a document type declares, as editors do for their namespaces: plain texts, without markup and without
 * other entities.
 * @param text the whole document
 * @throws image_rejected for all others, and where they stand for too much text
 */
export function declaredEntities(
  at: Pick<SvgElement, 'line'>,
  doctype: string,
  text: string,
): ReadonlyMap<string, string> {
  const declared = doctype.replace(/<!--[\s\S]*?-->/g, '')
  const entities = new Map<string, string>()
  if (/<!ENTITY\s+%|%[\w.:-]+;/i.test(declared))
    throw svgRejected(at, 'a document type with parameter entities', 'save it without entities')
  const plain = /^<!ENTITY\s+([\w.:-]+)\s+(?:"([^"<&]*)"|'([^'<&]*)')\s*>/i
  for (const { index } of declared.matchAll(/<!ENTITY/gi)) {
    const [, name, double, single] = plain.exec(declared.slice(index, index + 2 * valueCharsMax)) ?? []
    const value = double ?? single
    if (name === undefined || value === undefined || value.length > valueCharsMax) {
      throw svgRejected(
        at,
        'a document type that declares entities other than short plain texts',
        'save it without entities',
      )
    }
    if (!entities.has(name)) entities.set(name, value)
    if (entities.size > entitiesMax)
      throw svgRejected(at, 'too many entities', `declare at most ${entitiesMax}`)
  }
  let expanded = 0
  if (entities.size > 0)
    for (const [, name = ''] of text.matchAll(/&([\w.:-]+);/g)) expanded += entities.get(name)?.length ?? 0
  if (expanded > expandedCharsMax) {
    throw svgRejected(
      at,
      'entities that stand for too much text',
      `at most ${countText(expandedCharsMax)} characters are inserted`,
    )
  }
  return entities
}
