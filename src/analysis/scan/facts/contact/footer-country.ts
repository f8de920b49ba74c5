import { linesOf } from '../../document/lines.ts'
import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page } from '../../document/page.ts'
import { countryCode } from '../../site/countries.ts'

const lineMax = 200

/**
 * The country that the footer names, as in `Calle 5, Santo Domingo, República Dominicana`; none where it names several.
 * `from` is the offset of the name.
 */
export const footerCountry = oncePerPage((page: Page) => {
  const named = linesOf(page).flatMap((line) => {
    if (line.area !== 'footer' || line.text.length > lineMax) return []
    const text = line.text.replace(/[.\s]{1,20}$/, '')
    const from = text.lastIndexOf(', ') === -1 ? 0 : text.lastIndexOf(', ') + 2
    // Two letters are a language in a switch.
    const code = text.length - from > 3 ? countryCode(text.slice(from)) : undefined
    return code === undefined ? [] : [{ code, line, from }]
  })
  return new Set(named.map(({ code }) => code)).size === 1 ? named : []
})
