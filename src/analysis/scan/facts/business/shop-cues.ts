import type { Page } from '../../page.ts'
import type { Evidence } from '../fact.ts'
import { lineEvidence } from '../shared/evidence.ts'
import { linesOf } from '../shared/lines.ts'
import { isFor, pathSegments } from '../wording/page-purpose.ts'
import { createPhraseFinder } from '../wording/phrases.ts'

const buying = createPhraseFinder(
  [
    ...[
      'add to cart',
      'add to bag',
      'add to basket',
      'add to trolley',
      'in den warenkorb',
      'in den einkaufswagen',
      'zum warenkorb hinzufügen',
    ],
    ...[
      'ajouter au panier',
      'añadir al carrito',
      'agregar al carrito',
      'añadir a la cesta',
      'aggiungi al carrello',
      'in winkelwagen',
      'in winkelmand',
      'toevoegen aan winkelwagen',
    ],
    ...[
      'lägg i varukorgen',
      'lägg i kundvagn',
      'læg i kurv',
      'legg i handlekurv',
      'lisää ostoskoriin',
      'dodaj do koszyka',
      'adicionar ao carrinho',
    ],
  ].map((phrase) => [phrase, true] as const),
)
const cartSegments = new Set(
  'cart basket warenkorb einkaufswagen panier carrito cesta carrello winkelwagen winkelmand varukorg kundvagn kurv handlekurv ostoskori koszyk carrinho'.split(
    ' ',
  ),
)
const buttonCharsMax = 40

/** A button that puts goods into a cart, or else the link to the cart of a page with prices to buy at. */
export function cartEvidence(page: Page): Evidence | undefined {
  if (isFor(page, 'article', 'documentation', 'customers', 'careers')) return undefined
  const hasCart = page.links.some(
    ({ url, visible }) => visible && cartSegments.has(pathSegments(url).at(-1)?.toLowerCase() ?? ''),
  )
  for (const line of linesOf(page)) {
    if (line.text.length > buttonCharsMax || buying(line.text).length === 0) continue
    if (hasCart || line.block.block.localName === 'button' || line.pieces[0]?.run.element.localName === 'a')
      return lineEvidence(page, line)
  }
  return undefined
}
