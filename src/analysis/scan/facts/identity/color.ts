import { readColor } from '../../document/color.ts'
import { metaOf } from '../../document/metas.ts'
import type { Page } from '../../document/page.ts'
import { candidateInElement, candidateInMeta } from '../candidates.ts'
import { type Candidate, type Decision, pagesOf, type SiteCandidate, type Topic } from '../topic.ts'

/** The company's colours, as declared by its pages. */
export const color: Topic = { topics: ['color'], read, decide }

const stylesMax = 20
const styleCharsMax = 100_000
const colorsMax = 3
/** White, black, and defaults of favicon generators, frameworks and page builders. */
const notOwn: ReadonlySet<string> = new Set(
  '#ffffff #000000 #5bbad5 #da532c #28a745 #2ea3f2 #3273dc #6ec1e4 #61ce70 #007bff #0d6efd'.split(' '),
)
const variables =
  /(?<![\w-])--(?:wp--preset--color--)?(?:color-)?(?:primary|brand)(?:-color)?\s{0,3}:\s{0,3}(#[\da-f]{6}|#[\da-f]{3})(?![\da-f])/gi

function read(page: Page): Candidate[] {
  const found: Candidate[] = []
  const theme = metaOf(page, 'theme-color')
  const themeColor = ownColor(theme?.content)
  if (theme !== undefined && themeColor !== undefined)
    found.push(...candidateInMeta(page, stated(themeColor, 'named'), theme))
  for (const element of page.all('style').slice(0, stylesMax))
    for (const [needle, written] of element.textContent.slice(0, styleCharsMax).matchAll(variables)) {
      const value = ownColor(written)
      if (value !== undefined)
        found.push(...candidateInElement(page, stated(value, 'style'), { element, needle, place: 'meta' }))
    }
  return found
}

const stated = (value: string, by: 'named' | 'style') => ({ topic: 'color', value, details: { by } }) as const

/** As `#rrggbb`; undefined for defaults and values that are not colours. */
function ownColor(written: string | null | undefined): string | undefined {
  const parts = readColor(written?.trim().toLowerCase() ?? '')
  if (parts === undefined) return undefined
  const value = `#${parts.map((part) => Math.min(part, 255).toString(16).padStart(2, '0')).join('')}`
  return notOwn.has(value) ? undefined : value
}

/** Ordered by number of pages. Colours found only in styles may be a theme's. */
function decide(candidates: readonly SiteCandidate[]): Decision[] {
  return [...Map.groupBy(candidates, ({ value }) => value)]
    .sort(([, one], [, other]) => pagesOf(other) - pagesOf(one))
    .slice(0, colorsMax)
    .map(([value, support]) => {
      const isNamed = support.some(({ details }) => details['by'] === 'named')
      const decision = { topic: 'color', key: value, value, text: `Colour: ${value}`, support } as const
      return isNamed ? decision : { ...decision, confidenceMax: 'medium' }
    })
}
