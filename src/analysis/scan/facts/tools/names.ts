import { createPhraseFinder, type PhraseHit } from '../../../text/phrase-finder.ts'
import { type Tool, toolTable } from './tool.ts'

const spellings = toolTable.flatMap((tool) => {
  const own = tool.ordinaryWord ? [] : [tool.name]
  return [...new Set([...own, ...(tool.names ?? [])])].map((name) => [name, tool] as const)
})
const wholeNames = new Map<string, Tool>([
  ...toolTable.map((tool) => [tool.name, tool] as const),
  ...spellings,
])
const sureNames = createPhraseFinder(spellings, { caseSensitive: true })
const anyNames = createPhraseFinder([...wholeNames], { caseSensitive: true })

/** Names that always mean the tool. */
export function toolNamesIn(text: string): Array<PhraseHit<Tool>> {
  return sureNames(text)
}

/** Names in a text that lists tools: an ordinary word counts between commas and similar separators. */
export function toolNamesInList(text: string): Array<PhraseHit<Tool>> {
  return anyNames(text).filter(
    (hit) => !hit.means.ordinaryWord || sureNames(hit.text).length > 0 || isListItem(text, hit),
  )
}

const suffixes = [
  ...[' logo', ' Logo', ' icon', ' Icon', ' integration', ' Integration', ' integrations', ' Integrations'],
  ...['-Integration', '-Schnittstelle', '-Anbindung', ' connector', ' Connector', ' app', ' App'],
]

/** The tool that an item consists of; `Slack logo` and `DATEV-Schnittstelle` count. */
export function toolNamedBy(text: string): Tool | undefined {
  let name = text.trim()
  for (const suffix of suffixes) {
    if (name.endsWith(suffix)) name = name.slice(0, -suffix.length).trim()
  }
  return wholeNames.get(name.startsWith('Logo ') ? name.slice(5) : name)
}

const opening = /(?:[,:(&/+]|\b(?:and|or|und|oder|et|ou|y|o|e|en|of))$/
const closing = /^(?:[,.)&/;!+]|(?:and|or|und|oder|et|ou|y|o|e|en|of)\b)/

function isListItem(text: string, { start, end }: PhraseHit<Tool>): boolean {
  const before = text
    .slice(Math.max(0, start - 6), start)
    .trimEnd()
    .toLowerCase()
  const after = text
    .slice(end, end + 6)
    .trimStart()
    .toLowerCase()
  return (before === '' || opening.test(before)) && (after === '' || closing.test(after))
}
