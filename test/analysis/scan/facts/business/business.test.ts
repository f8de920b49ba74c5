import { describe, expect, test } from 'bun:test'
import { business } from '../../../../../src/analysis/scan/facts/business/business.ts'
import { industryOfName } from '../../../../../src/analysis/scan/facts/business/industries.ts'
import modelTexts from '../../../../../src/analysis/scan/facts/business/models.json'
import { factsOf, valuesOf } from '../topic-kit.ts'

const page = (title: string, description: string, body = '') => ({
  html: `<title>${title}</title><meta name="description" content="${description}"><main>${body}</main>`,
})
const data = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const said = (topic: string, ...pages: Array<{ html: string; url?: string }>) =>
  factsOf(business, ...pages).flatMap((fact) => (fact.topic === topic ? [fact.value] : []))

const called = [
  ['Acme | Invoicing software', 'Cloud software for plumbers.', 'Software', 'saas'],
  ['Booking software for hotels', 'The software that restaurants love.', 'Software', 'saas'],
  ['Restaurant marketing agency Piper', 'A marketing agency.', 'Marketing agency', 'agency'],
  ['Custom software from Oslo', 'Custom software for banks.', 'Software development', 'agency'],
  ['Osteria Verde', 'An Italian restaurant by the canal.', 'Restaurant', 'restaurant'],
  ['Hotel Seeblick', 'Familiengeführtes Hotel am See.', 'Hotel', 'hospitality'],
  ['Kanzlei Brandt', 'Rechtsanwälte in Kiel. Arbeitsrecht.', 'Law firm', 'professional-services'],
  ['Steuerbüro Oehlen', 'Steuerberatung in Kiel.', 'Accounting', 'professional-services'],
  [
    'Nordlicht, computers en laptops',
    'De specialist voor uw computer en laptop in Venray.',
    'Computer repair',
    'professional-services',
  ],
  [
    'Springkasteel huren in Lebbeke',
    'Springkastelen en feestmateriaal huren.',
    'Equipment rental',
    'professional-services',
  ],
  [
    'Voordelig parkeren bij Zaventem',
    'Luchthavenparking met gratis shuttlebus.',
    'Parking',
    'professional-services',
  ],
  [
    'Kfz-Gutachter Nordlicht',
    'Unfallgutachten und Fahrzeugbewertung in Kiel.',
    'Surveying and appraisal',
    'professional-services',
  ],
  ['Bar Mobile Événementiel', 'Bar mobile événementiel en Provence.', 'Catering', 'professional-services'],
  ['Ambulanter Hospizdienst Kiel', 'Wir begleiten Menschen.', 'Nonprofit', 'nonprofit'],
  ['Nordlicht Rooms', 'Camere per i nostri ospiti in centro.', 'Hotel', 'hospitality'],
  ['Serwis i Części Rolnicze', 'Części do ciągników rolniczych.', 'Agricultural supplies', 'retail'],
  [
    'Nordlicht Engineering Consulting',
    'Engineering consulting.',
    'Engineering office',
    'professional-services',
  ],
  ['Grúa de plataforma en Santiago', 'Traslado de autos en plataforma, auto en pana.', 'Towing', 'logistics'],
  [
    'Le Rebond à Noyon',
    'Complexe sportif avec 3 terrains de padel et un bar-restaurant.',
    'Sports centre',
    'professional-services',
  ],
  ['Nordlicht massage clinic', 'Massage therapy in Durham.', 'Physiotherapy', 'healthcare'],
  ['Praxis für Physiotherapie', 'Physiotherapie in Kiel.', 'Physiotherapy', 'healthcare'],
  ['Helping Hands', 'A registered charity for rivers. Donate.', 'Nonprofit', 'nonprofit'],
  ['Boulangerie Marchal', 'Artisan boulanger à Lyon.', 'Bakery', 'retail'],
  ['Khumo', 'A private emergency medical service with patient transport.', 'Ambulance service', 'healthcare'],
  ['Estudio Arenal', 'Arquitectos. Estudio de arquitectura.', 'Architecture', 'professional-services'],
  ['Studio legale Rossi', 'Avvocati a Milano.', 'Law firm', 'professional-services'],
  ['Vandermolen', 'Transportbedrijf in Breda: transport en logistiek.', 'Logistics', 'logistics'],
  ['Construtora Lima', 'Construção civil e reformas.', 'Construction', 'construction'],
  ['さくら歯科', '歯科医院です。', 'Dentist', 'healthcare'],
  ['Stålverk', 'Plåtslageri och svetsning i Malmö.', 'Metalworking', 'manufacturer'],
  ['Logopädie Brandt', 'Sprachtherapie in Kiel.', 'Speech therapy', 'healthcare'],
  ['Trafikkskolen', 'Kjøretimer og trafikkskole i Bergen.', 'Driving school', 'education'],
  ['Nautic Raffin', 'Location de bateaux et chantier naval à Toulon.', 'Boats', 'professional-services'],
  ['Couture Sud', 'Machines à coudre : vente et réparation.', 'Household appliances', 'retail'],
  ['Early AI', 'Digital health: disease screening by voice.', 'Health technology', 'saas'],
  ['Furrer', 'Ingenieurbüro in Rastatt: Vermessungswesen.', 'Engineering office', 'professional-services'],
  ['Glanz', 'Fahrzeugaufbereitung in Kiel: Autopflege.', 'Car repair', 'professional-services'],
  ['Groen', 'Groenbeheer en tuinonderhoud in Brugge.', 'Landscaping', 'construction'],
  ['Vela', 'Zeilmakerij in Andijk: dekzeilen op maat.', 'Textiles', 'manufacturer'],
  ['Voltagroen', 'De installatie van zonnepanelen en laadpalen.', 'Solar energy', 'construction'],
  [
    'Wave: mechanic and auto repair growth',
    'Local marketing, SEO, social media and marketing services.',
    'Marketing agency',
    'agency',
  ],
  ['Arretxe', 'Taller de motos: venta de motocicletas.', 'Motorcycles', 'retail'],
  ['Pienso Sur', 'Nutrición animal: suplementos y piensos.', 'Agricultural supplies', 'retail'],
  ['Kwast', 'Schilderwerken in Houten: binnenschilderwerk.', 'Painting', 'construction'],
  ['Präzitek', 'Hersteller aus Kiel: Metallbau und Stahlbau.', 'Metalworking', 'manufacturer'],
] as const

describe('the industry and the business model', () => {
  test.each(called)('of “%s: %s” are %s and %s', (title, description, industry, model) => {
    expect(said('industry', page(title, description))).toEqual([industry])
    expect(said('business-model', page(title, description))).toEqual([model])
  })

  test('a tool that a carrier offers does not hide its own trade', () => {
    const services = ['Freight forwarding', 'Customs clearance', 'Warehousing', 'Trucking']
    const body = `${services.map((name) => `<h3>${name}</h3>`).join('')}<h3>Our tracking software</h3><p>A mobile app and software for parcels.</p>`
    expect(said('industry', page('Nordlicht', 'Freight and logistics.', body))).toEqual(['Logistics'])
  })

  test.each([
    [
      'the trade of customers in the title of another page',
      {
        html: '<title>Expertos en iluminación inmobiliaria</title><main><h2>Iluminación inmobiliaria</h2></main>',
        url: 'https://www.nordlicht-segel.de/nosotros',
      },
    ],
    [
      'one word in running text',
      page('Acme', 'Things to look at.', '<p>A neighbour opened a restaurant.</p>'),
    ],
    [
      'one service among others that the title does not name',
      page('Acme', 'Keys, cleaning service, post.', '<h2>Cleaning service</h2>'),
    ],
    ['those whom it works for', page('Acme', 'Point of sale for restaurants, hotels and law firms.')],
    ['two that are as likely', page('Hotel Bank', 'Hotel. Bank.', '<p>Hotel, bank, bank and hotel</p>')],
    [
      'other kinds of pages',
      {
        html: '<title>Hotel Seeblick</title><h1>Hotel</h1>',
        url: 'https://www.nordlicht-segel.de/blog/hotel',
      },
    ],
  ])('are left out for %s', (_, html) => {
    expect([...said('industry', html), ...said('business-model', html)]).toEqual([])
  })

  const ownTrades = [
    [
      'what the company is',
      'We are an IT support company from Leeds with a helpdesk.',
      'Pumps, valves and machinery keep the machinery companies running that call us.',
      'IT services',
    ],
    [
      'what it calls itself',
      'Nordlicht is a digital agency for the restaurant industry.',
      'Restaurants, bistros and their menus: a bistro in Kiel, a restaurant in Leeds, a gastropub.',
      'Marketing agency',
    ],
    [
      'words of the page’s language',
      'Wij zijn een accountantskantoor in Breda en wij helpen ondernemers met hun boekhouding en belastingen.',
      'Ons werk is goed werk. Het werk begint hier en het werk stopt pas als de boekhouding van het bedrijf klopt. Zo werken wij al jaren in de stad en in de hele regio, voor grote en voor kleine ondernemers.',
      'Accounting',
    ],
  ] as const
  test.each(ownTrades)('follow %s', (_, statement, text, industry) => {
    const html = `<title>Nordlicht</title><main><h1>Welcome</h1><p>${statement}</p><h2>Industry</h2><p>${text}</p></main>`
    expect(said('industry', { html })).toEqual([industry])
  })

  test('come from the type of structured data together with the text', () => {
    const html = `${data({ '@type': 'Dentist', name: 'Nordlicht Segel' })}<h1>Dental clinic</h1>`
    const [fact] = factsOf(business, { html })
    expect([fact?.value, fact?.confidence]).toEqual(['Dentist', 'high'])
    const review = { '@type': 'Review', itemReviewed: { '@type': 'Restaurant', name: 'Elsewhere' } }
    expect(valuesOf(business, { html: data(review) })).toEqual([])
  })

  test('add up over the pages', () => {
    const start = { html: '<h1>Kunst in Eis</h1><h2>Gelateria</h2>' }
    const menu = {
      html: '<h1>Sabores</h1><p>Gelato, sorbet</p>',
      url: 'https://www.nordlicht-segel.de/sabores',
    }
    expect(said('industry', start)).toEqual([])
    const other = { html: '<title>Gelateria</title>', url: 'https://www.nordlicht-segel.de/gelato' }
    expect(said('industry', start, menu, other)).toEqual(['Ice cream'])
  })

  test('of goods in a cart are sold online, but not of a cart in an article', () => {
    const html =
      '<title>Toy shop</title><p>Toys and gifts</p><a href="/cart">Cart</a><button>Add to cart</button>'
    expect(said('business-model', { html })).toEqual(['e-commerce'])
    const sent = '<a href="/winkelwagen.html">Winkelwagen</a><p>Gratis verzending vanaf € 100</p>'
    expect(said('business-model', { html: sent })).toEqual(['e-commerce'])
    const url = 'https://www.nordlicht-segel.de/blog/carts'
    expect(said('business-model', { html, url })).toEqual([])
  })

  test('of a company with a label of services are services where no industry is known, and are then not sure', () => {
    const menu = '<nav><a href="/">Home</a><a href="/diensten">Onze diensten</a></nav>'
    const [fact, ...others] = factsOf(business, { html: menu })
    expect([fact?.topic, fact?.value, fact?.confidence]).toEqual([
      'business-model',
      'professional-services',
      'low',
    ])
    expect(others).toEqual([])
    expect(said('business-model', { html: '<p>Onze diensten</p>' })).toEqual([])
    const { html } = page('Osteria Verde', 'An Italian restaurant.')
    expect(said('business-model', { html: `${menu}${html}` })).toEqual(['restaurant'])
  })

  test('are not read from an address of e-mail', () => {
    const html = `<title>Nordlicht</title><h1>Nordlicht</h1><p>info@hotel-nordlicht.de</p><p>Zimmer, Gäste</p>`
    expect(factsOf(business, { html })).toEqual([])
  })

  test('of a marketplace are the trade of its sellers and a marketplace', () => {
    const html = page(
      'Nail salon at home',
      'Verified professionals: manicure, nail salon.',
      '<h2>Become a pro</h2>',
    )
    expect(said('industry', html)).toEqual(['Beauty salon'])
    expect(said('business-model', html)).toEqual(['marketplace'])
  })

  test('are rows of closed lists', () => {
    const models = new Set(Object.keys(modelTexts))
    const unknown = [...industryOfName.values()].flatMap(({ model }) => (model === undefined ? [] : [model]))
    expect(unknown.filter((model) => !models.has(model))).toEqual([])
    expect(industryOfName.size).toBeGreaterThanOrEqual(60)
  })
})

describe('the audience', () => {
  test.each([
    ['The database for developers', 'developers'],
    ['Buchhaltung für Handwerker', 'small-businesses'],
    ['We help charities raise money', 'nonprofits'],
    ['Planning for busy finance teams', 'businesses'],
    ['Le logiciel des factures pour les artisans', 'small-businesses'],
    ['La contabilidad para autónomos', 'freelancers'],
    ['Boekhouden voor zzp’ers', 'freelancers'],
    ['Toys for kids', 'consumers'],
  ])('of “%s” is %s', (heading, audience) => {
    expect(said('audience', { html: `<h1>${heading}</h1>` })).toEqual([audience])
  })

  test.each([
    'We are looking for developers',
    'Not for enterprises',
    'Free for students',
    'A letter to small businesses everywhere',
    'Enterprises have failed us',
  ])('is not named by “%s”', (heading) => {
    expect(said('audience', { html: `<h1>${heading}</h1>` })).toEqual([])
  })

  test('follows from the industry where it is not named, and is then not sure', () => {
    const [fact] = factsOf(business, page('Osteria Verde', 'An Italian restaurant.')).filter(
      ({ topic }) => topic === 'audience',
    )
    expect([fact?.value, fact?.kind, fact?.confidence]).toEqual(['consumers', 'inferred', 'low'])
    // Engineers work for companies and for owners of houses.
    expect(said('audience', page('Ingenieurbüro Nordlicht', 'Statik und Tragwerksplanung.'))).toEqual([])
    expect(said('audience', page('Seniorenbetreuung Nordlicht', 'Seniorenbetreuung in Kiel.'))).toEqual([
      'consumers',
    ])
  })
})
