import marks from './challenge-marks.json'
import type { Page } from './page.ts'

const shownCharsMax = 600
const readCharsMax = 200_000

const asksForProof =
  /\bcaptcha\b|\b(?:not|are you) a robot\b|\bare (?:you )?human\b|\bverify(?:ing)? (?:that )?you\b|\bunusual traffic\b/i

const separated = String.raw`[.!?…]{0,3}(?:\s?[|–—-]\s?(?:cloudflare|ddos-guard|[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,4}))?$`
const wallTitle = new RegExp(
  String.raw`^(?:just a moment|attention required|access denied|are you (?:a robot|(?:a )?human)|(?:please )?verify (?:that )?you are (?:a )?human|human verification|security check|checking your browser(?: before accessing [\w.-]{1,100})?|ddos-guard|pardon our interruption|one more step|robot check|captcha(?: challenge| check| verification)?|(?:please )?(?:solve|complete|enter) (?:the |this |a )?captcha(?: to continue)?)` +
    separated,
  'i',
)

/**
 * Whether the page only contains a challenge for automatic readers: hardly any text, and signs of a challenge in its
 * source or title. A page with content is not one, even with a similar title or a protected form.
 */
export function looksLikeChallenge(
  page: Pick<Page, 'title' | 'body' | 'blocks' | 'visibleTextLength'>,
): boolean {
  if (page.visibleTextLength > shownCharsMax) return false
  if (wallTitle.test(page.title.trim().slice(0, 200))) return true
  const source = page.body.slice(0, readCharsMax)
  if (isMarked(source, marks.walls)) return true
  const shown = [page.title, ...page.blocks.map(({ text }) => text)].join(' ').slice(0, 2 * shownCharsMax)
  // Widgets are also found in forms of ordinary pages.
  return isMarked(source, marks.widgets) && asksForProof.test(shown)
}

const isMarked = (source: string, some: readonly string[]) => some.some((mark) => source.includes(mark))
