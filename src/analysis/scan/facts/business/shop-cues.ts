import type { Evidence } from '../../document/evidence.ts'
import { lineEvidence, spanEvidence } from '../../document/evidence.ts'
import { linesOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { toolsInUse } from '../tools/use.ts'
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

const shopSystems = new Set(
  'Shopify|WooCommerce|BigCommerce|Magento|Shopware|PrestaShop|Ecwid|Snipcart|Salesforce Commerce Cloud'.split(
    '|',
  ),
)

export interface ShopCue {
  evidence: Evidence
  /** A button to buy, or a cart in a shop's system, and not just a link that is called like a cart. */
  isSure: boolean
}

/** What shows that goods are bought on the site. */
export function shopCue(page: Page): ShopCue | undefined {
  if (isFor(page, 'article', 'documentation', 'customers', 'careers')) return undefined
  const cart = page.links.find(
    ({ url, visible }) => visible && cartSegments.has(pathSegments(url).at(-1)?.toLowerCase() ?? ''),
  )
  for (const line of linesOf(page)) {
    if (line.text.length > buttonCharsMax || buying(line.text).length === 0) continue
    const isButton = line.block.block.localName === 'button' || line.pieces[0]?.run.element.localName === 'a'
    const evidence = cart !== undefined || isButton ? lineEvidence(page, line) : undefined
    if (evidence !== undefined) return { evidence, isSure: true }
  }
  const evidence = cart === undefined ? undefined : spanEvidence(page, 'link', cart.hrefSpan)
  if (evidence === undefined) return undefined
  return { evidence, isSure: toolsInUse(page).some(({ tool }) => shopSystems.has(tool.name)) }
}
