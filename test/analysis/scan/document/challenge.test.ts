import { expect, test } from 'bun:test'
import { parsePage } from '../../../../src/analysis/scan/parser/parse-page.ts'

function isChallenge(html: string): boolean {
  const url = 'https://www.example.com/'
  const page = { url, body: new TextEncoder().encode(html), contentType: 'text/html', headers: [] }
  return parsePage({ ...page, viaBrowser: false }, []).looksLikeChallenge
}

const sentence = 'We build machines that fold paper for printers in all of Europe, since 1974. '
const withTitle = (title: string, text = '') =>
  `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`

test.each([
  ['Just a moment...', ''],
  ['Just a moment…', 'Verifying you are human. This may take a few seconds.'],
  ['Attention Required! | Cloudflare', 'Please complete the security check to access example.com'],
  ['Access denied', 'You cannot see this page.'],
  [
    'Pardon Our Interruption',
    'As you were browsing something about your browser made us think you were a bot.',
  ],
  ['DDoS-Guard', 'Checking your browser before accessing'],
  ['Security Check - www.example.com', ''],
  ['Solve the CAPTCHA to continue', ''],
  ['Captcha', ''],
])('a page of next to nothing under the title %s is a wall', (title, text) => {
  expect(isChallenge(withTitle(title, text))).toBe(true)
})

test.each([
  ['Cloudflare', '<script>window._cf_chl_opt={cvId:"3"}</script>'],
  ['DataDome', '<p>Please enable JS</p><script>var dd={"host":"geo.captcha-delivery.com"}</script>'],
  ['PerimeterX', '<div id="px-captcha"></div>'],
  ['Imperva', '<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=1"></iframe>'],
  ['a captcha alone', '<p>Are you a robot?</p><div class="g-recaptcha"></div>'],
  ['a captcha with a request', '<p>Please verify you are human to go on</p><div class="h-captcha"></div>'],
])('an empty page with the marks of %s is a wall, with any title', (_, body) => {
  expect(isChallenge(`<html><head><title>www.example.com</title></head><body>${body}</body></html>`)).toBe(
    true,
  )
})

test.each([
  ['Friendly Captcha - GDPR-Compliant Bot Protection', sentence],
  ['Friendly Captcha - GDPR-Compliant Bot Protection', sentence.repeat(20)],
  ['Security Checkpoint Ltd', sentence],
  ['Security Checkpoint Ltd', ''],
  ['Security Check Services GmbH', ''],
  ['Just a Moment Photography', ''],
  ['One More Step Running Club', sentence],
  ['Access Denied? Locksmiths of Leeds', sentence],
  ['Access Denied', sentence.repeat(20)],
  ['Momentum GmbH', ''],
])('the page of a company is none: %s', (title, text) => {
  expect(isChallenge(withTitle(title, text))).toBe(false)
})

test.each([
  ['a form that is protected', `<p>${sentence}</p><form><div class="g-recaptcha"></div></form>`],
  ['a shell behind Imperva', '<div id="root"></div><script src="/_Incapsula_Resource?SWJIYLWA=5"></script>'],
  [
    'a page that Cloudflare watches',
    '<div id="root"></div><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
  ],
  [
    'a page about walls',
    `<p>${sentence.repeat(20)}</p><pre>_cf_chl_opt px-captcha Incapsula incident ID</pre>`,
  ],
])('%s is none', (_, body) => {
  expect(isChallenge(`<html><head><title>Folding Ltd</title></head><body>${body}</body></html>`)).toBe(false)
})
