import { describe, expect, test } from 'bun:test'
import { siteOfPages } from '../facts/topic-kit.ts'

const home = 'https://www.nordlicht-segel.de/'
const imprint = `${home}impressum`

describe('the brand', () => {
  test('is what most kinds of places call it, without the legal form', () => {
    const site = siteOfPages(
      {
        url: home,
        html: '<title>Segel nach Maß | Nordlicht Segel</title><meta property="og:site_name" content="Nordlicht Segel"><footer>© 2024 Nordlicht Segel GmbH</footer>',
      },
      { url: imprint, html: '<title>Impressum | Nordlicht Segel</title><p>Nordlicht Segel GmbH</p>' },
    )
    expect(site).toMatchObject({ brand: 'Nordlicht Segel', legalName: 'Nordlicht Segel GmbH', country: 'DE' })
  })

  test('is what the titles of all pages share, though the domain is another', () => {
    const pages = ['', 'preise', 'kontakt'].map((path) => ({
      url: `https://ada.studio-werft.example/${path}`,
      html: `<title>${path === '' ? 'Massagen in Kiel' : path} – Adas Hafenmassage</title>`,
    }))
    const [first, ...others] = pages
    expect(first && siteOfPages(first, ...others).brand).toBe('Adas Hafenmassage')
  })

  test('is not what a template left in one tag of one page', () => {
    const site = siteOfPages(
      {
        url: home,
        html: '<title>Nordlicht Segel – Segel nach Maß</title><meta property="og:title" content="Agentia Creative Studio"><meta property="og:site_name" content="Agentia"><footer>© Nordlicht Segel</footer>',
      },
      { url: imprint, html: '<title>Impressum – Nordlicht Segel</title><footer>© Nordlicht Segel</footer>' },
    )
    expect(site.brand).toBe('Nordlicht Segel')
    expect(site.isOwnName('Agentia')).toBe(false)
  })
})

describe('the legal name', () => {
  test('of an imprint is its first, which need not be like the brand', () => {
    const site = siteOfPages(
      { url: home, html: '<title>Seewind</title><meta property="og:site_name" content="Seewind">' },
      {
        url: imprint,
        html: '<title>Impressum | Seewind</title><p>Brandt & Vogel GmbH<br>Hafenstr. 1, 24103 Kiel</p><p>Rheinland Versicherung AG<br>Köln</p>',
      },
    )
    expect(site.legalName).toBe('Brandt & Vogel GmbH')
    expect(site.isOwn({ foreign: false, owner: 'Brandt & Vogel' })).toBe(true)
    expect(site.isOwn({ foreign: false, owner: 'Rheinland Versicherung AG' })).toBe(false)
    expect(site.isOwn({ foreign: true })).toBe(false)
    expect(site.isOwn({ foreign: false })).toBe(true)
  })
})

test('the country follows from addresses and numbers where the domain says nothing', () => {
  const html =
    '<html lang="en"><title>Pino</title><footer>Via Roma 12, 00184 Roma, Italia. Tel. +39 02 5550 1234</footer>'
  expect(siteOfPages({ url: 'https://pino.com/', html }).country).toBe('IT')
})

test('the country is not what a site builder writes into every page', () => {
  const html = '<html lang="en-US"><title>Pino</title><footer>Tel. +39 02 5550 1234</footer>'
  expect(siteOfPages({ url: 'https://pino.com/', html }).country).toBe('IT')
  expect(
    siteOfPages({ url: 'https://pino.com/', html: '<html lang="en-US"><title>Pino' }).country,
  ).toBeUndefined()
  expect(siteOfPages({ url: 'https://pino.com/', html: '<html lang="en-GB"><title>Pino' }).country).toBe('GB')
})

test('domains of editions are the company’s when they are called alike', () => {
  const html =
    '<html lang="de"><title>Nordlicht Segel</title><link rel="alternate" hreflang="da" href="https://www.nordlicht-segel.dk/"><link rel="alternate" hreflang="fr" href="https://example-platform.com/fr"><a href="mailto:ahoi@nordlicht-segel.com">Mail</a><a href="mailto:info@hafenwerk.de">Web</a>'
  const site = siteOfPages({ url: home, html })
  expect([...site.domains]).toEqual(['nordlicht-segel.de', 'nordlicht-segel.dk'])
  expect(site.languages).toEqual(['de'])
})
