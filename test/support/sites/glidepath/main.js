/*! For license information please see main.5c1d.js.LICENSE.txt */
(() => {
  const el = (tag, props, ...children) => {
    const node = Object.assign(document.createElement(tag), props)
    node.append(...children)
    return node
  }
  const link = (href, text) => el('a', { href }, text)
  const render = (site) => {
    document.title = `${site.name} | ${site.claim}`
    document.querySelector('meta[name=description]').setAttribute('content', site.description)
    const nav = el('nav', {}, link('/', site.name), ' ', link('/pricing', 'Pricing'), ' ', link('/about', 'About'))
    const products = site.products.map(([name, text]) => el('section', {}, el('h2', {}, name), el('p', {}, text)))
    const paragraphs = site.paragraphs.map((text) => el('p', {}, text))
    const social = site.social.map(([href, text]) => link(href, text))
    const footer = el(
      'footer',
      {},
      el('p', {}, site.address),
      el('p', {}, link(`tel:${site.tel}`, site.phone), ' ', link(`mailto:${site.mail}`, site.mail)),
      ...social,
    )
    document.getElementById('root').replaceChildren(
      el('header', {}, nav),
      el('main', {}, el('h1', {}, site.claim), ...products, ...paragraphs),
      footer,
    )
  }
  fetch('/api/site.json')
    .then((answer) => answer.json())
    .then((site) => setTimeout(() => render(site), 50))
})()
