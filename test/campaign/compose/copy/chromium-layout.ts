import type { Browser } from 'playwright-core'
import { fontPaths } from '../../../../src/campaign/compose/copy/font-paths.ts'
import type { TextDirection } from '../../../../src/campaign/compose/copy/itemise.ts'
import { type Cut, type FaceRole, fontPath } from '../../../../src/campaign/compose/copy/load-fonts.ts'
import { fontFile } from '../../../../src/kernel/runtime/assets.ts'

export interface BrowserText {
  text: string
  cut: Cut
  direction: TextDirection
  /** Fonts in the order in which the browser tries them. */
  roles: readonly FaceRole[]
  /** UTF-16 offsets at which clusters begin, in logical order. */
  clusters: readonly number[]
}

/**
 * Left edges of clusters in CSS pixels from the left edge of the line, and the line's width at the end, as a browser
 * lays the texts out on one line each, with the very fonts of the product.
 */
export async function chromiumLayout(
  browser: Browser,
  texts: readonly BrowserText[],
  sizePx: number,
): Promise<number[][]> {
  const html = pageOf(texts, sizePx)
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const path = new URL(request.url).pathname.slice(1)
      if (path === '') return new Response(html, { headers: { 'content-type': 'text/html' } })
      if (!fontPaths.includes(path)) return new Response(null, { status: 404 })
      return new Response(Buffer.from(await fontFile(path)))
    },
  })
  const page = await browser.newPage()
  try {
    await page.goto(server.url.href)
    return await page.evaluate(
      measure,
      texts.map(({ clusters }) => [...clusters]),
    )
  } finally {
    await page.close()
    await server.stop(true)
  }
}

/** Runs in the page. */
async function measure(clusters: number[][]): Promise<number[][]> {
  await Promise.all([...document.fonts].map((font) => font.load()))
  return [...document.querySelectorAll('span')].map((span, index) => {
    const text = span.firstChild
    const line = span.getBoundingClientRect()
    if (text === null) return [line.width]
    const ends = [...(clusters[index] ?? []).slice(1), text.textContent?.length ?? 0]
    const lefts = (clusters[index] ?? []).map((start, place) => {
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, ends[place] ?? start)
      return range.getBoundingClientRect().left - line.left
    })
    return [...lefts, line.width]
  })
}

function pageOf(texts: readonly BrowserText[], sizePx: number): string {
  const used = new Map(
    texts.flatMap(({ cut, roles }) => roles.map((role) => [family(cut, role), fontPath(cut, role)])),
  )
  const faces = [...used].map(([name, path]) => `@font-face { font-family: ${name}; src: url(/${path}) }`)
  const spans = texts.map(({ text, cut, direction, roles }) => {
    const families = roles.map((role) => family(cut, role)).join(', ')
    return `<p dir="${direction}"><span style="font-family: ${families}">${Bun.escapeHTML(text)}</span></p>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><style>
    ${faces.join('\n')}
    p { width: max-content }
    span { font-size: ${sizePx}px; white-space: pre; text-rendering: geometricPrecision; font-synthesis: none;
      font-variant-numeric: lining-nums }
  </style>${spans.join('\n')}</html>`
}

function family(cut: Cut, role: FaceRole): string {
  return `${cut}-${role}`
}
