import { type Html, html } from '../../kernel/web/html.ts'

/** A text from outside, kept from turning the order of what stands beside it. */
export function own(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

/** A link to where an outside URL leads, or its label alone where that is not the web. */
export function outsideLink(url: string, label: Html): Html {
  const target = webUrl(url)
  return target === undefined
    ? label
    : html`<a href="${target.href}" rel="noopener noreferrer nofollow">${label}</a>`
}

/** Only http and https, and no name before the host: it would look like where the link leads. */
export function webUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

/** The address of a page in short: host and path, in ASCII, so that no letter passes for another. */
export function shortAddress({ host, pathname }: URL): string {
  const path = pathname === '/' ? '' : pathname
  const short = `${host.replace(/^www\./, '')}${path}`
  return short.length <= 80 ? short : `${short.slice(0, 79)}…`
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A day in UTC; what is no time stands as it was given. */
export function dayOf(time: string): Html {
  const date = new Date(/^\d{4}-\d\d-\d\dT/.test(time) ? time : Number.NaN)
  return Number.isNaN(date.getTime())
    ? own(time)
    : html`<time datetime="${date.toISOString()}">${day.format(date)}</time>`
}
