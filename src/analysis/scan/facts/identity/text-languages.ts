import { oncePerPage } from '../../document/once-per-page.ts'
import type { Page, TextBlock } from '../../document/page.ts'
import { detectLanguage } from './detect-language.ts'

const sampleMax = 20_000
/** A shorter text is too little to contradict the declared language. */
export const contradictionMin = 300

/** The text outside of menus and its language. */
export const ownText = oncePerPage((page) => {
  const text = joined(page.blocks.filter(({ area }) => area !== 'nav'))
  return { text, language: detectLanguage(text) }
})

/** The languages of a page's text, detected and declared; none for a page with little text. */
export function textLanguages(page: Page): string[] {
  const { text, language: detected } = ownText(page)
  if (detected === undefined || text.length < contradictionMin) return []
  return [detected, primaryTag(page.root?.getAttribute('lang') ?? '') ?? detected]
}

export function joined(blocks: readonly TextBlock[]): string {
  let sample = ''
  for (const { text } of blocks) {
    sample += `${text}\n`
    if (sample.length > sampleMax) break
  }
  return sample
}

/** `de` of `de-AT`; undefined for text that is not a language tag. */
export function primaryTag(written: string): string | undefined {
  const primary = /^\s{0,9}([a-z]{2,3})(?:[-_,;\s]|$)/i.exec(written.slice(0, 40))?.[1]?.toLowerCase()
  if (primary === undefined || primary === 'zxx' || primary === 'und' || primary === 'mul') return undefined
  // `eng` is `en`.
  const { language } = new Intl.Locale(primary)
  return language === 'nb' || language === 'nn' ? 'no' : language
}
