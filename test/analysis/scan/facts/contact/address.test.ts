import { describe, expect, test } from 'bun:test'
import { address } from '../../../../../src/analysis/scan/facts/contact/address.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'

interface Snippet {
  name: string
  html: string
  values: readonly string[]
  url?: string
}

const footer = (...lines: string[]) => `<footer><p>${lines.join('<br>')}</p></footer>`

const told: readonly Snippet[] = [
  {
    name: 'two German lines',
    html: footer('Nordlicht Segel GmbH', 'Hafenstraße 12a', '24103 Kiel'),
    values: ['Hafenstraße 12a, 24103 Kiel'],
  },
  {
    name: 'a German street without a street’s word',
    html: footer('Am Kai 7', 'D-24103 Kiel'),
    values: ['Am Kai 7, D-24103 Kiel'],
  },
  {
    name: 'the same address twice, beside a map',
    html: '<main><p>Sede legale: Via Formica 80, Ancona (AN)</p><hr><p>Via Formica 80, Ancona (AN)</p></main>',
    values: ['Via Formica 80, Ancona (AN)'],
    url: 'https://www.nordlicht-segel.de/contatti',
  },
  {
    name: 'one line after a label',
    html: footer('Anschrift: Holtenauer Str. 5, 24105 Kiel'),
    values: ['Holtenauer Str. 5, 24105 Kiel'],
  },
  {
    name: 'one line after a label in its own element',
    html: footer('<strong>Anschrift</strong> Holtenauer Str 5, 24105 Kiel'),
    values: ['Holtenauer Str 5, 24105 Kiel'],
  },
  {
    name: 'one line after a label of two words in its own element',
    html: footer('<strong>Sede operativa</strong> Via Somalia n.6, Paternò (CT)'),
    values: ['Via Somalia n.6, Paternò (CT)'],
  },
  {
    name: 'a street without a street’s word beside its number',
    html: footer('Domicilio: San Pedro, 24 bajo, 20304 Irún'),
    values: ['San Pedro, 24 bajo, 20304 Irún'],
  },
  {
    name: 'once with two spellings of its street',
    html: `${footer('1081 Carling Avenue, Unit 507, Ottawa, ON K1Y 4G2')}<address>1081 Carling Ave Unit 507, Ottawa, ON K1Y 4G2</address>`,
    values: ['1081 Carling Ave Unit 507, Ottawa, ON K1Y 4G2'],
  },
  {
    name: 'a clause that says where',
    html: footer(
      'Le site est édité par Nordlicht, dont le siège est situé Avenue de Bastia, 20137 Porto-Vecchio',
    ),
    values: ['Avenue de Bastia, 20137 Porto-Vecchio'],
  },
  {
    name: 'a quarter of Latin America',
    html: footer(
      'Estamos ubicados en Calle Costa Rica No. 142, Urbanización Alma Rosa 1, Santo Domingo Este',
    ),
    values: ['Calle Costa Rica No. 142, Urbanización Alma Rosa 1, Santo Domingo Este'],
  },
  {
    name: 'a road without a number after a label, above a copyright line',
    html: footer(
      'Address: Girls College Road, Muzaffarabad, Kashmir',
      '© 2025 Nordlicht Segel - Madina Market, MZD.',
    ),
    values: ['Girls College Road, Muzaffarabad, Kashmir'],
  },
  {
    name: 'a street and a town after a label, above the label of a number',
    html: '<main><h4>Adres</h4><p>Gentiaanstraat 42, Wijnje</p><h4>Telefoon</h4><p>06 – 21882144</p></main>',
    values: ['Gentiaanstraat 42, Wijnje'],
  },
  {
    name: 'a town without a street after a label, above a numbered heading',
    html: '<main><p>Address: Valencia, España</p><h2>2. Objeto</h2></main>',
    values: [],
  },
  {
    name: 'one line between points',
    html: footer('Nordlicht · Hafenstraße 12 · 24103 Kiel · Tel. 0431 123456'),
    values: ['Hafenstraße 12, 24103 Kiel'],
  },
  {
    name: 'one line behind talk about the place',
    html: footer('Our office, Friedrichstraße 10, 10117 Berlin'),
    values: ['Friedrichstraße 10, 10117 Berlin'],
  },
  {
    name: 'one line behind an invitation',
    html: footer('Visit our Berlin office at Friedrichstraße 10, 10117 Berlin'),
    values: ['Friedrichstraße 10, 10117 Berlin'],
  },
  {
    name: 'a sentence that says where',
    html: footer('Our address is 1 Infinite Loop, Cupertino, CA 95014, United States.'),
    values: ['1 Infinite Loop, Cupertino, CA 95014'],
  },
  {
    name: 'a house whose name is like talk',
    html: footer('Office House, 4 Hill Road, Leeds LS2 7JU'),
    values: ['Office House, 4 Hill Road, Leeds LS2 7JU'],
  },
  {
    name: 'Austria',
    html: footer('Seestraße 12, 4863 Seewalchen'),
    values: ['Seestraße 12, 4863 Seewalchen'],
  },
  {
    name: 'Switzerland',
    html: footer('Rue du Lac 3', 'CH-1201 Genève'),
    values: ['Rue du Lac 3, CH-1201 Genève'],
  },
  {
    name: 'France with a number and comma in front',
    html: footer('12, rue de la Paix', '75002 Paris'),
    values: ['12, rue de la Paix, 75002 Paris'],
  },
  {
    name: 'Spain with the number behind a comma',
    html: footer('Calle Mayor, 12, 2.º izq.', '28013 Madrid'),
    values: ['Calle Mayor, 12, 2.º izq, 28013 Madrid'],
  },
  { name: 'Italy', html: footer('Via Roma 1', '00184 Roma RM'), values: ['Via Roma 1, 00184 Roma RM'] },
  {
    name: 'the Netherlands',
    html: footer('Prinsengracht 263', '1016 GV Amsterdam'),
    values: ['Prinsengracht 263, 1016 GV Amsterdam'],
  },
  {
    name: 'Poland',
    html: footer('ul. Długa 5/7', '00-238 Warszawa'),
    values: ['ul. Długa 5/7, 00-238 Warszawa'],
  },
  { name: 'Sweden', html: footer('Storgatan 14', '503 36 Borås'), values: ['Storgatan 14, 503 36 Borås'] },
  {
    name: 'Portugal',
    html: footer('Rua Augusta 100, 2.º', '1100-053 Lisboa'),
    values: ['Rua Augusta 100, 2.º, 1100-053 Lisboa'],
  },
  {
    name: 'Great Britain with a house instead of a number',
    html: footer('The Old Pump House, Mill Lane, Winchester SO23 9NP'),
    values: ['The Old Pump House, Mill Lane, Winchester SO23 9NP'],
  },
  {
    name: 'Great Britain with a unit after a sentence',
    html: footer('Company no. 14008812. Unit 4, Foundry Yard, Bristol BS1 6QD'),
    values: ['Unit 4, Foundry Yard, Bristol BS1 6QD'],
  },
  {
    name: 'the United States',
    html: footer('548 Battery Street, Suite 210', 'San Francisco, CA 94111'),
    values: ['548 Battery Street, Suite 210, San Francisco, CA 94111'],
  },
  {
    name: 'Canada',
    html: footer('120 King Street West', 'Hamilton, ON L8P 4V2'),
    values: ['120 King Street West, Hamilton, ON L8P 4V2'],
  },
  {
    name: 'Australia',
    html: footer('22 Slipway Road', 'Fremantle WA 6160'),
    values: ['22 Slipway Road, Fremantle WA 6160'],
  },
  {
    name: 'Japan',
    html: footer('〒250-0312 神奈川県足柄下郡箱根町湯本茶屋123'),
    values: ['〒250-0312 神奈川県足柄下郡箱根町湯本茶屋123'],
  },
  {
    name: 'Ireland',
    html: footer('Unit 7, Bandon Road Industrial Estate, Cork, T12 XY45'),
    values: ['Unit 7, Bandon Road Industrial Estate, Cork, T12 XY45'],
  },
  {
    name: 'India',
    html: footer('No. 12, 3rd Floor, MG Road,', 'Bengaluru – 560001'),
    values: ['No. 12, 3rd Floor, MG Road, Bengaluru – 560001'],
  },
  {
    name: 'Brazil',
    html: footer('Av. Paulista, 1000 - Bela Vista, São Paulo - SP, 01310-100'),
    values: ['Av. Paulista, 1000, Bela Vista, São Paulo, SP, 01310-100'],
  },
  {
    name: 'a label where codes are not written',
    html: footer('Address: Office 402, Al Quoz 3, Dubai'),
    url: 'https://nordlicht.ae/',
    values: ['Office 402, Al Quoz 3, Dubai'],
  },
  {
    name: 'a street and a town without a code',
    html: footer('Dirección: San Isidro 1698, Santiago-Chile'),
    url: 'https://nordlicht.cl/',
    values: ['San Isidro 1698, Santiago-Chile'],
  },
  {
    name: 'lines of a list without a street’s word',
    html: footer('Malipura, At Post Hiwarkhed, Tq. Morshi, Dist. Amravati, Maharashtra, India 444905'),
    values: ['Malipura, At Post Hiwarkhed, Tq. Morshi, Dist. Amravati, Maharashtra, India 444905'],
  },
  {
    name: 'Brazil over lines with the code at the end',
    html: footer('Av. Pequena, 2028', 'Campeche', 'Florianópolis, SC', '88063-000'),
    values: ['Av. Pequena, 2028, Campeche, Florianópolis, SC, 88063-000'],
  },
  {
    name: 'an address element on the start page',
    html: '<main><address>Hafenstraße 12<br>24103 Kiel</address></main>',
    values: ['Hafenstraße 12, 24103 Kiel'],
  },
  {
    name: 'JSON-LD with American order',
    html: '<script type="application/ld+json">{"@type":"Store","name":"Harbor Loom","address":{"@type":"PostalAddress","streetAddress":"18 Ropewalk Lane","addressLocality":"Rockland","addressRegion":"ME","postalCode":"04841","addressCountry":"US"}}</script>',
    url: 'https://harborloom.com/',
    values: ['18 Ropewalk Lane, Rockland, ME 04841'],
  },
  {
    name: 'JSON-LD with the country as its locality',
    html: '<script type="application/ld+json">{"@type":"Store","name":"Nordlicht","address":{"@type":"PostalAddress","streetAddress":"Corso Sempione 4","addressLocality":"Italia","postalCode":"20154"}}</script>',
    url: 'https://nordlicht.it/',
    values: ['Corso Sempione 4, 20154'],
  },
  {
    name: 'an office location',
    html: '<p><b>Office Location</b><br>85 Page Street, Pinehurst, NC 28374</p>',
    url: 'https://pinehurstvet.com/',
    values: ['85 Page Street, Pinehurst, NC 28374'],
  },
  {
    name: 'JSON-LD as one text',
    html: '<script type="application/ld+json">{"@type":"Restaurant","name":"Nordlicht","address":"7 Quay Steps\\nDurham DH1 4RN\\nUnited Kingdom"}</script>',
    url: 'https://nordlicht.co.uk/',
    values: ['7 Quay Steps, Durham DH1 4RN'],
  },
  {
    name: 'microdata',
    html: '<div itemscope itemtype="http://schema.org/LocalBusiness"><p itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><span itemprop="streetAddress">85 Page Street</span>, <span itemprop="addressLocality">Pinehurst</span>, <span itemprop="addressRegion">NC</span> <span itemprop="postalCode">28374</span></p></div>',
    url: 'https://pinehurstvet.com/',
    values: ['85 Page Street, Pinehurst, NC 28374'],
  },
  {
    name: 'two offices',
    url: 'https://www.nordlicht-segel.de/kontakt',
    html: '<h2>Kiel</h2><p>Hafenstraße 12<br>24103 Kiel</p><h2>Lübeck</h2><p>An der Untertrave 3<br>23552 Lübeck</p>',
    values: ['Hafenstraße 12, 24103 Kiel', 'An der Untertrave 3, 23552 Lübeck'],
  },
]

const notTold: readonly Snippet[] = [
  { name: 'a street and opening hours', html: footer('Hafenstraße 12', 'Montag', 'Telefon'), values: [] },
  {
    name: 'a client’s address under “Selected clients”',
    html: '<main><h2>Selected clients</h2><p>Northern Rail, 3 Station Road, York YO1 6GA</p></main><footer>3 Sheaf Street, Leeds LS10 1HD</footer>',
    values: ['3 Sheaf Street, Leeds LS10 1HD'],
  },
  {
    name: 'the company’s name above a street',
    url: 'https://studioferri.it/contatti',
    html: '<p>Studio Ferri<br>Via Nazionale, 54 - 00184 Roma</p>',
    values: ['Via Nazionale, 54, 00184 Roma'],
  },
  {
    name: 'register numbers beside a town',
    html: footer(
      'Hafenstraße 12',
      '24103 Kiel',
      'Geschäftsführer: Jan Voss',
      'HRB 7712 KI, Amtsgericht Kiel',
    ),
    values: ['Hafenstraße 12, 24103 Kiel'],
  },
  {
    name: 'the address of a template',
    html: '<footer><p>Address: 123 Street, City, Country</p></footer>',
    url: 'https://acme.co.uk/',
    values: [],
  },
  {
    name: 'hours around the clock',
    url: 'https://conciergerie.fr/contact',
    html: '<main><h2>Adresse</h2><p>Disponible 24h/24</p><p>contact@conciergerie.fr</p></main>',
    values: [],
  },
  {
    name: 'the label of the line below',
    url: 'https://irelis.com/contact',
    html: '<main><p>Adresse : Rue Joss 12, Douala, Cameroun</p><p>Directeur de la publication : Agatha Nado</p></main>',
    values: ['Rue Joss 12, Douala, Cameroun'],
  },
  {
    name: 'a register number below a street',
    url: 'https://bivar.pt/contactos',
    html: '<footer><p>Avenida Luís Bívar 93-D Lisboa</p><p>Número de Registo ERS: 171683</p></footer>',
    values: [],
  },
  { name: 'a German template', html: footer('Musterstraße 12', '10115 Berlin'), values: [] },
  { name: 'a town alone', html: footer('24103 Kiel'), values: [] },
  {
    name: 'opening hours over a copyright line that looks like a Dutch postcode',
    url: 'https://hmmotor.se/',
    html: footer('Mån–Tor 08–17 · Fre 08–16', '© 2026 HM Motor. Alla rättigheter förbehållna.'),
    values: [],
  },
  { name: 'years before a word', html: footer('Seit 1998', '2024 Kiel'), values: [] },
  { name: 'prices and products', html: '<main><p>Modell 12<br>24103 Stück</p></main>', values: [] },
  {
    name: 'a customer’s address among the references',
    url: 'https://www.nordlicht-segel.de/referenzen',
    html: '<main><p>Reederei Voss<br>Werftstraße 3<br>24143 Kiel</p></main>',
    values: [],
  },
  {
    name: 'an event’s address in the news',
    url: 'https://www.nordlicht-segel.de/news/messe',
    html: '<main><p>Messe Kiel, Europaplatz 1, 24103 Kiel, Tel. 0431 99999</p></main>',
    values: [],
  },
  {
    name: 'the chamber in an imprint',
    url: 'https://www.nordlicht-segel.de/impressum',
    html: '<p>Hafenstraße 12, 24103 Kiel</p><h2>Aufsichtsbehörde</h2><p>Kammerplatz 5<br>24105 Kiel</p>',
    values: ['Hafenstraße 12, 24103 Kiel'],
  },
  {
    name: 'the authority in a privacy notice',
    url: 'https://www.nordlicht-segel.de/datenschutz',
    html: '<main><p>Landesstelle, Holstenstraße 98, 24103 Kiel</p></main>',
    values: [],
  },
]

describe('addresses are read from', () => {
  test.each(told.map((snippet) => [snippet.name, snippet] as const))('%s', (_, snippet) => {
    expect(valuesOf(address, snippet)).toEqual([...snippet.values])
  })
})

describe('no address is read from', () => {
  test.each(notTold.map((snippet) => [snippet.name, snippet] as const))('%s', (_, snippet) => {
    expect(valuesOf(address, snippet)).toEqual([...snippet.values])
  })
})

test('an address behind a name without a space is not another one', () => {
  const html =
    '<footer><p>Hafenstraße 12, 24103 Kiel</p><p><b>Nordlicht</b>Hafenstraße 12, 24103 Kiel</p></footer>'
  expect(valuesOf(address, { html })).toEqual(['Hafenstraße 12, 24103 Kiel'])
})

test('an address in structured data and in the text is one, said twice', () => {
  const html = `<script type="application/ld+json">{"@type":"Store","name":"Nordlicht Segel","address":{"@type":"PostalAddress","streetAddress":"Hafenstraße 12","addressLocality":"Kiel","postalCode":"24103","addressCountry":"DE"}}</script>${footer('Hafenstr. 12, 24103 Kiel')}`
  expect(factsOf(address, { html }).map(({ value, confidence }) => [value, confidence])).toEqual([
    ['Hafenstraße 12, 24103 Kiel', 'high'],
  ])
})

const contact = (...lines: string[]) => ({
  url: 'https://www.nordlicht-segel.de/kontakt',
  html: `<p>${lines.join('<br>')}</p>`,
})
const atHome = (...lines: string[]) => ({ html: footer(...lines) })

test.each([
  [
    'in short and in full are one, told in full',
    [atHome('Hafenstraße 12, Kiel'), contact('Hafenstraße 12', '24103 Kiel')],
    [['address', 'Hafenstraße 12, 24103 Kiel', 'high']],
  ],
  [
    'end before a company name and a label',
    [
      contact(
        'Domicilio: Jr. Cruz del Sur N° 140, Int 905, Lima-Perú',
        'Grupo Trébol S.A.C',
        'Domicilio: Jr. Cruz del Sur N° 140, Int 905, Lima-Perú',
        'Teléfonos',
      ),
    ],
    [['address', 'Jr. Cruz del Sur N° 140, Int 905, Lima-Perú', 'medium']],
  ],
  [
    'do not begin with a label without a space, or with round-the-clock hours',
    [contact('Adresse16 rue Guyot, 77160 Provins'), contact('Assistenza 24/7', '2025 Nordlicht Segel')],
    [['address', '16 rue Guyot, 77160 Provins', 'medium']],
  ],
  [
    'of two branches are two',
    [contact('Hafenstraße 12', '24103 Kiel', 'An der Untertrave 3', '23552 Lübeck')],
    [
      ['address', 'Hafenstraße 12, 24103 Kiel', 'medium'],
      ['address', 'An der Untertrave 3, 23552 Lübeck', 'medium'],
    ],
  ],
  [
    'of one house with two postcodes contradict each other',
    [atHome('Hafenstraße 12', '24103 Kiel'), contact('Hafenstraße 12', '24105 Kiel')],
    [
      ['address', 'Hafenstraße 12, 24103 Kiel', 'medium'],
      ['conflict', 'address', 'medium'],
      ['address', 'Hafenstraße 12, 24105 Kiel', 'low'],
    ],
  ],
])('addresses %s', (_, pages, facts) => {
  const told = factsOf(address, ...pages).map(({ topic, value, confidence }) => [topic, value, confidence])
  expect<unknown>(told).toEqual(facts)
})
