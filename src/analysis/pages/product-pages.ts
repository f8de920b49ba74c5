import { type Html, html } from '../../kernel/web/html.ts'
import type { Page } from '../../kernel/web/page.ts'
import { pageResponse } from '../../kernel/web/page-response.ts'
import type { Catalog, Product } from '../catalog/catalog.ts'
import { plainNotice, renderAnalysisPage } from './layout.ts'
import { addressLink, own, readOn, webUrl } from './text.ts'

/** Responses of `/products/{key}`. */
export interface ProductPages {
  show(key: string): Response
}

export function createProductPages({
  catalog,
}: {
  /** With this server's addresses. */
  catalog: Pick<Catalog, 'products' | 'contact'>
}): ProductPages {
  const pages = new Map(
    catalog.products.map((product) => [product.key, renderProductPage(product, catalog.contact)]),
  )
  return {
    show: (key) => {
      const page = pages.get(key)
      return page === undefined
        ? pageResponse(plainNotice('no-product'), { status: 404 })
        : pageResponse(page)
    },
  }
}

/** Path of a product's page. */
export function productPath(key: string): string {
  return `/products/${key}`
}

/** Page of a product: what it does, its limits, and its FAQ. */
export function renderProductPage(product: Product, contact: Catalog['contact']): Page {
  const { key, name, tagline, summary, boundaries, faq, url } = product
  return renderAnalysisPage({
    title: `${name} – ${tagline}`,
    main: html`<div class="masthead">
<p class="eyebrow">Agent</p>
<h1>${own(name)}</h1>
<p class="tagline">${own(tagline)}</p>
</div>
<section class="card verdict" aria-labelledby="summary">
<h2 id="summary" class="eyebrow">In its own words</h2>
<p class="prose">${own(summary)}</p>
${readOnElsewhere(url, key)}</section>
${boundaries.length > 0 && boundariesPart(boundaries)}
${faq.length > 0 && faqPart(faq)}
${contactPart(contact)}`,
  })
}

/** Omitted if it would link to this page. */
function readOnElsewhere(url: string, key: string): Html | undefined {
  const isHere = webUrl(url)?.pathname.endsWith(productPath(key)) === true
  const link = isHere ? undefined : readOn(url, html`Read on`)
  return link && html`${link}\n`
}

function boundariesPart(boundaries: readonly string[]): Html {
  return html`<section aria-labelledby="boundaries">
<h2 id="boundaries">What it does not do</h2>
<ul class="boundaries card" role="list">
${boundaries.map((boundary) => html`<li>${own(boundary)}</li>\n`)}</ul>
</section>`
}

function faqPart(faq: Product['faq']): Html {
  return html`<section aria-labelledby="faq">
<h2 id="faq">Questions and answers</h2>
<div class="faq card">
${faq.map(({ question, answer }) => html`<div><h3>${own(question)}</h3><p class="prose">${own(answer)}</p></div>\n`)}</div>
</section>`
}

function contactPart({ text, email, url }: Catalog['contact']): Html {
  const link = url === undefined ? undefined : addressLink(url)
  return html`<section class="about" aria-labelledby="contact">
<h2 id="contact">Whom to ask</h2>
<p class="prose">${own(text)}</p>
${email && html`<p class="address">E-mail <span class="url">${email}</span></p>`}
${link && html`<p class="address">${link}</p>`}
</section>`
}
