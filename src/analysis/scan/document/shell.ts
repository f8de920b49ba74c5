import type { Page } from './page.ts'

const shownCharsMax = 400
const loaderCharsMax = 60
const rootsRead = 20
const notesRead = 20
const noteCharsRead = 500
const rootIds =
  'root app __next __nuxt ___gatsby gatsby-focus-wrapper svelte q-app main-app react-root app-root application ember-application'
const rootSelector = [
  ...rootIds.split(' ').map((id) => `[id="${id}"]`),
  'app-root,[ng-app],[data-ng-app],[ng-version],[data-reactroot],[data-v-app]',
].join(',')

/**
 * Whether the page is an empty shell that scripts fill: hardly any text, scripts, and an empty element known as the
 * root of a framework. A short page with content is not one.
 */
export function looksLikeShell(page: Page): boolean {
  if (page.viaBrowser || page.visibleTextLength > shownCharsMax) return false
  if (page.all('script').length === 0) return false
  const roots = page.all(rootSelector).slice(0, rootsRead)
  if (roots.length > 0) return roots.some((root) => shownWithin(page, root) <= loaderCharsMax)
  return page.visibleTextLength <= loaderCharsMax && (asksForScripts(page) || hasEmptyCustomRoot(page))
}

function shownWithin(page: Page, root: Element): number {
  const { start, end } = page.elementSpan(root) ?? { start: 0, end: 0 }
  const runs = page.blocks.flatMap((block) => block.runs)
  const inside = runs.filter(({ span }) => start <= span.start && span.end <= end)
  return inside.reduce((sum, run) => sum + run.text.length, 0)
}

/** Reads the source, as the tree moves `<noscript>` out of the head. */
function asksForScripts(page: Page): boolean {
  const notes = page.all('noscript').slice(0, notesRead)
  return notes.some((note) => {
    const tag = page.startTagSpan(note)
    const [inside = ''] = page.body.slice(tag?.end, (tag?.end ?? 0) + noteCharsRead).split(/<\/noscript/i, 1)
    return /javascript/i.test(inside)
  })
}

/** A custom element as direct child of the body, such as `<my-shop></my-shop>`. */
function hasEmptyCustomRoot(page: Page): boolean {
  const children = page.document.querySelector('body')?.children ?? []
  return [...children].some((child) => child.localName.includes('-') && child.childNodes.length === 0)
}
