import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { browserScript, bundleBrowserScript } from '../../../src/kernel/web/browser-script.ts'
import { html } from '../../../src/kernel/web/html.ts'
import { renderPage } from '../../../src/kernel/web/page.ts'
import { pageResponse } from '../../../src/kernel/web/page-response.ts'
import { pageHeadersOf } from './page-headers.ts'

const main = html`<h1>x</h1>`
const policyOf = (response: Response) => (response.headers.get('content-security-policy') ?? '').split('; ')
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('what a page was made from follows its live parts, at its end too', () => {
  const { document } = renderPage({ title: 'x', main, about: 'block 7' })
  expect(document).toMatch(/<span id="made-from" data-live>Cairn [^<]* · block 7</)
  expect(renderPage({ title: 'x', main }).document).not.toContain('id="made-from" data-live')
})

describe('the policy of a page', () => {
  test('without a script allows its own style alone, also one with an addition', () => {
    for (const page of [
      renderPage({ title: 'x', main }),
      renderPage({ title: 'x', main, style: 'p { top: 0 }' }),
    ])
      expect(Object.fromEntries(pageResponse(page).headers)).toEqual(pageHeadersOf(page.document))
  })

  test('with a script allows this one, and markup from lit-html and this server only', () => {
    const policy = policyOf(pageResponse(renderPage({ title: 'x', main, script: 'alert(1)' })))
    expect(policy).toContain(`script-src ${hash('alert(1)')}`)
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain('trusted-types lit-html cairn-page')
    expect(policy.join()).not.toContain('unsafe')
  })

  test('names the origins that the page asks for, without paths, and each once', () => {
    const page = renderPage({ title: 'x', main })
    const agent = "https://agent.example:8443/a;script-src 'unsafe-inline'?b"
    const policy = policyOf(
      pageResponse(page, { connect: ["'self'", agent], images: ['blob:', 'data:', agent] }),
    )
    expect(policy).toContain("connect-src 'self' https://agent.example:8443")
    expect(policy).toContain('img-src data: blob: https://agent.example:8443')
    expect(policy.filter((directive) => directive.startsWith('script-src'))).toEqual([])
  })

  test.each(['*', 'https:', 'javascript:alert(1)', "'unsafe-inline'", ''])('never names %j', (source) => {
    expect(() => pageResponse(renderPage({ title: 'x', main }), { images: [source] })).toThrow()
  })

  test('is added to the status and the headers of the answer', () => {
    const response = pageResponse(renderPage({ title: 'x', main }), {
      status: 503,
      headers: { 'retry-after': '5' },
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(policyOf(response)[0]).toBe("default-src 'none'")
  })
})

test.each([
  { script: "x = '</script>'" },
  { script: 'x = "<!--"' },
  { script: 'x = `<SCRIPT>`' },
  { style: '</style >' },
])('%j cannot end its element early', (part) => {
  expect(() => renderPage({ title: 'x', main, ...part })).toThrow('Cannot put a style or script into a page')
})

test('a browser script is one self-contained module of a few kilobytes, made once', async () => {
  const script = await bundleBrowserScript(join(import.meta.dir, 'specimen.client.ts'))
  expect(script).not.toMatch(/\b(import|export)\b[ {*]/)
  expect(script).toContain('lit-html')
  expect(script.length).toBeLessThan(9_000)
})

test('a browser script that does not exist is an error that names it', async () => {
  await expect(browserScript('kernel/web/none.client.ts')).rejects.toThrow('none.client.ts')
})
