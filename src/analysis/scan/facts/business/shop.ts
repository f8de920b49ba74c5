import { hasPhrase, phraseList } from '../../../text/phrases.ts'
import { linesOf, wordsOf } from '../../document/lines.ts'
import type { Page } from '../../document/page.ts'
import { pageKind } from '../../document/page-kind.ts'
import { isSameSite } from '../../site/site-name.ts'
import { candidateInLine, candidateInLink } from '../candidates.ts'
import type { Candidate } from '../topic.ts'
import words from './shop-words.json'

const buying = phraseList(words.buying.join('|'))
const carts = new Set(words.carts.split(' '))
const buttonCharsMax = 40
const stated = { topic: 'business-model', value: 'e-commerce' } as const

/** A cart of the site, and the buttons that put goods into it. */
export function shopCues(page: Page): Candidate[] {
  if (pageKind(page) === 'article' || pageKind(page) === 'others') return []
  const cart = page.links.find((link) => link.visible && isSameSite(link.url, page) && isCart(link.url))
  const button = linesOf(page).find(
    (line) =>
      line.text.length <= buttonCharsMax &&
      hasPhrase(wordsOf(line), buying) &&
      (line.block.block.localName === 'button' || line.pieces[0]?.run.element.closest('a, button') !== null),
  )
  return [
    (cart && candidateInLink(page, stated, cart, 'link')) ?? [],
    (button && candidateInLine(page, stated, button)) ?? [],
  ].flat()
}

function isCart(url: string): boolean {
  const last = new URL(url).pathname.split('/').findLast((segment) => segment !== '') ?? ''
  return carts.has(last.toLowerCase().replace(/\.[a-z]{2,5}$/, ''))
}
