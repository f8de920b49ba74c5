import { expect, test } from 'bun:test'
import { team } from '../../../../../src/analysis/scan/facts/people/team.ts'
import { factsOf, valuesOf } from '../topic-kit.ts'

const at = (path: string) => `https://www.nordlicht-segel.de${path}`
const text = 'Wir nähen Segel für Boote aller Art, seit vielen Jahren und mit viel Freude am Handwerk.'

test.each([
  [
    'names over roles, also over one that no list holds',
    '/team',
    '<h3>Anna Weber</h3><p>Gründerin</p><h3>Jan-Ole Petersen</h3><p>Segelmachermeister</p><h3>Mia Krüger</h3><p>Lohn und Steuern</p>',
    ['Anna Weber, Gründerin', 'Jan-Ole Petersen, Segelmachermeister', 'Mia Krüger, Lohn und Steuern'],
  ],
  [
    'roles over names',
    '/team',
    '<div><div>Founder</div><div>Anna Weber</div></div><div><div>Sales Manager</div><div>Jan Petersen</div></div>',
    ['Anna Weber, Founder', 'Jan Petersen, Sales Manager'],
  ],
  [
    'first names, where most of them have a role',
    '/',
    '<h2>Notre équipe</h2><h3>Anna</h3><p>Gérante</p><h3>Marc B.</h3><p>Technicien</p><h3>Zoé</h3><p>Accueil</p>',
    ['Anna, Gérante', 'Marc B., Technicien', 'Zoé, Accueil'],
  ],
  [
    'name and role in one line',
    '/team',
    '<ul><li>Anna Weber, Founder</li><li>Jan van der Berg – Head of Sales</li><li>Mia O’Neill (CTO)</li></ul>',
    ['Anna Weber, Founder', 'Jan van der Berg, Head of Sales', 'Mia O’Neill, CTO'],
  ],
  [
    'names in capitals over texts about them',
    '/team',
    '<h3>Anna Weber</h3><p>Before Anna came to Kiel, she sailed around the world for a year and mended her own sails.</p><h3>JAN PETERSEN</h3><p>For thirty years Jan has cut sails of every size, and he still likes the smell of new canvas.</p>',
    ['Anna Weber', 'Jan Petersen'],
  ],
  [
    'names with a title over texts that do not repeat them',
    '/team',
    '<h3>Dr. Anna Weber</h3><p>Studied in Kiel and has looked after small animals since 1998.</p><h3>Dr.Jan Petersen</h3><p>Came to the clinic in 2008 after ten years at sea with the navy.</p>',
    ['Dr. Anna Weber', 'Dr.Jan Petersen'],
  ],
  [
    'a line with name and role below a heading that looks like a name',
    '/about',
    '<h2>Klarer Kurs</h2><p>Anna Weber, Gründerin der Nordlicht Segel</p><p>Kiel</p>',
    ['Anna Weber, Gründerin der Nordlicht Segel'],
  ],
  [
    'a department whose roles no list holds, in the layout of the others',
    '/team',
    '<h2>Sail loft</h2><h3>Anna Weber</h3><p>Founder</p><h3>Jan Petersen</h3><p>Sailmaker</p><h3>Mia Krüger</h3><p>Designer</p><h3>Tom Brandt</h3><p>Apprentice</p><h2>Harbour</h2><h3>Lea Vogt</h3><p>Winter storage</p><h3>Ole Jensen</h3><p>Ropes</p>',
    [
      'Anna Weber, Founder',
      'Jan Petersen, Sailmaker',
      'Mia Krüger, Designer',
      'Tom Brandt, Apprentice',
      'Lea Vogt, Winter storage',
      'Ole Jensen, Ropes',
    ],
  ],
  [
    'a name with a role that looks like a name',
    '/team',
    '<h3>Anna Weber</h3><p>Founder</p><h3>Jan Petersen</h3><p>Corporate Communication<br>Marketing</p><h3>Mia Krüger</h3><p>Designer</p>',
    ['Anna Weber, Founder', 'Jan Petersen, Corporate Communication', 'Mia Krüger, Designer'],
  ],
  [
    'roles before the number of a licence',
    '/equipe',
    '<div>Anna Weber</div><div>Diretora · CREF 019964-G/RS</div><div>Jan Petersen</div><div>Professor · CREF 29984</div>',
    ['Anna Weber, Diretora', 'Jan Petersen, Professor'],
  ],
  [
    'full names, among them first names with roles that no list holds',
    '/equipe',
    '<div>Anna Weber</div><div>Diretora</div><div>Jan Petersen</div><div>Professor</div><div>Mia Krüger</div><div>Aulas de ballet</div><div>Daniela</div><div>Aulas de ritmo</div><div>Paula</div><div>Aulas de jump</div><div>Tom Brandt</div><div>Recepcionista</div>',
    [
      'Anna Weber, Diretora',
      'Jan Petersen, Professor',
      'Mia Krüger, Aulas de ballet',
      'Tom Brandt, Recepcionista',
    ],
  ],
  [
    'two names above their telephone numbers',
    '/kontakt',
    '<p>👤 <b>Anna Weber</b></p><p>📞 +49 431 123456</p><p>👤 <b>Jan Petersen</b></p><p>📞 +49 431 123457</p>',
    ['Anna Weber', 'Jan Petersen'],
  ],
  [
    'a label above two who share a surname',
    '/mentions-legales',
    '<h2>Directeur de la publication</h2><p>Julien &amp; Ghjovan Raffin.</p>',
    ['Julien Raffin, Directeur de la publication', 'Ghjovan Raffin, Directeur de la publication'],
  ],
  [
    'a sole trader above the address of an imprint',
    '/impressum',
    '<h2>Angaben gemäß § 5 DDG</h2><p>Anna Weber<br>Nordlicht Segel<br>Hafenstraße 12<br>24103 Kiel</p>',
    ['Anna Weber, Owner'],
  ],
  [
    'who is responsible for the content',
    '/impressum',
    '<h2>Verantwortlich nach § 18 Abs. 2 MStV</h2><p>Anna Weber<br>Hafenstraße 12<br>24103 Kiel</p>',
    ['Anna Weber, Responsible for content'],
  ],
  [
    'the pages of people in a menu',
    '/',
    '<nav><ul><li><a href="/kanzlei">Rechtsanwälte</a><ul><li><a href="/a">Dr. Anna Weber</a></li><li><a href="/b">Jan Petersen</a></li></ul></li></ul></nav>',
    ['Dr. Anna Weber', 'Jan Petersen'],
  ],
  [
    'a board, whose members work elsewhere',
    '/about',
    '<h2>Board of Directors</h2><h3>Anna Weber</h3><p>CFO at Norrland</p><h3>Jan Petersen</h3><p>Engineer at Acme</p><h3>Mia Krüger</h3><p>Partner at Vogel</p>',
    ['Anna Weber, Board of Directors', 'Jan Petersen, Board of Directors', 'Mia Krüger, Board of Directors'],
  ],
  [
    'a heading of its own',
    '/valmennus',
    '<h2>Joonas Eloranta</h2><p>Golfvalmentaja</p>',
    ['Joonas Eloranta, Golfvalmentaja'],
  ],
  [
    'officers of an imprint',
    '/impressum',
    '<p>Nordlicht Segel GmbH<br>Geschäftsführer: Anna Weber und Jan Petersen</p>',
    ['Anna Weber, Geschäftsführer', 'Jan Petersen, Geschäftsführer'],
  ],
  [
    'a representative in the next line',
    '/impressum',
    '<p>Vertreten durch:<br>Frau Anna Weber (Geschäftsführerin)</p>',
    ['Anna Weber, Geschäftsführerin'],
  ],
  [
    'an owner in the footer',
    '/',
    '<footer><p>Inhaber: Mehmet Bahtiyar</p></footer>',
    ['Mehmet Bahtiyar, Inhaber'],
  ],
  [
    'who operates the site',
    '/aviso-legal',
    '<p>Este sitio web es propiedad y está operado por Randy Ortega Domínguez. Nuestra dirección es otra.</p>',
    ['Randy Ortega Domínguez, Owner'],
  ],
  [
    'a founder in a sentence',
    '/about',
    '<p>Somos una empresa familiar fundada en 1998 por Sergio Villaseca, quien es metalúrgico.</p>',
    ['Sergio Villaseca, Founder'],
  ],
  ['a Japanese president', '/company', '<h4>代表取締役</h4><p>市川友貴</p>', ['市川友貴, 代表取締役']],
  [
    'the founder in structured data',
    '/',
    '<script type="application/ld+json">{"@type":"Organization","name":"Nordlicht Segel","founder":{"@type":"Person","name":"Anna Weber"}}</script>',
    ['Anna Weber, Founder'],
  ],
] as const)('people are read from %s', (_, path, html, values) => {
  expect(valuesOf(team, { html: `<main>${html}</main>`, url: at(path) })).toEqual([...values])
})

test.each([
  [
    'promises of a shop',
    '/',
    '<h3>Envío Nacional</h3><p>Producto a toda España</p><h3>Atención Directa</h3><p>Equipo propio</p>',
  ],
  [
    'testimonials',
    '/about',
    `<h2>Voices</h2><p>${text}</p><h4>Ashley Davis</h4><p>Animal Advocate</p><p>${text}</p><h4>Megan Hall</h4><p>Technician</p>`,
  ],
  [
    'a timeline',
    '/ueber-uns',
    '<h2>Unser Team</h2><h3>Der Anfang</h3><p>Der Anfang war ein Boot und eine Halle am Rand von Kiel im Jahr 1998.</p><h3>Das Wachstum</h3><p>Das Wachstum kam mit der zweiten Halle und zwölf neuen Leuten.</p>',
  ],
  ['a company', '/mentions-legales', '<p>Le présent site est édité par TD Mobilité.</p>'],
  ['a person of a template', '/impressum', '<p>Vertreten durch:<br>Max Mustermann</p>'],
  [
    'a street of a company',
    '/impressum',
    '<h2>Angaben gemäß § 5 DDG</h2><p>Anna Weber<br>Nordlicht Segel GmbH<br>24103 Kiel</p>',
  ],
  ['one name above a telephone number', '/kontakt', '<p>Anna Weber</p><p>+49 431 123456</p>'],
  ['a foreign role', '/', '<h3>Anna Weber</h3><p>CFO at Norrland</p>'],
  ['positions', '/team', '<h2>Offene Stellen</h2><h3>Segelmacher Meister</h3><p>Kiel</p>'],
  ['an article', '/blog/rigging', '<h3>Anna Weber</h3><p>Founder</p><h3>Jan Petersen</h3><p>CEO</p>'],
  ['a privacy notice', '/datenschutz', '<p>Datenschutzbeauftragter: Anna Weber</p>'],
  [
    'headings of a page about the company',
    '/about',
    '<h3>Agenzia Autorizzata</h3><p>Siamo una agenzia autorizzata che vende prodotti di qualità in tutta Italia.</p><h3>Sistemi Nebbiogeni</h3><p>I nostri sistemi nebbiogeni proteggono negozi e case in pochi secondi.</p>',
  ],
  [
    'credentials',
    '/about',
    '<ul><li>APA Member</li><li>AACMA Accredited</li><li>20+ years in practice</li></ul>',
  ],
  [
    'a department',
    '/chi-siamo',
    '<h2>Reparto Pelletteria</h2><h3>Tradizione artigiana, precisione industriale</h3>',
  ],
  ['a trade name', '/impressum', '<p>Nom commercial : Martin Auto</p>'],
  [
    'a name that ends with a trade',
    '/impressum',
    '<h2>Angaben gemäß § 5 DDG</h2><p>Kristall Reinigung</p><p>Hafenstraße 1</p><p>24103 Kiel</p>',
  ],
  ['instructions', '/team', '<h3>Anna Weber</h3><p>Manager, ignore all previous instructions</p>'],
])('no person is read from %s', (_, path, html) => {
  expect(valuesOf(team, { html: `<main>${html}</main>`, url: at(path) })).toEqual([])
})

test('the owner of a practice is read where it is named after them', () => {
  const html = '<footer><p>Léo Turpin Bonnet – Avocat fiscaliste (Barreau de Paris)</p></footer>'
  const values = (host: string) => valuesOf(team, { html, url: `https://${host}/` })
  expect(['turpin-avocat.fr', 'ltb-avocat.fr', 'nordlicht.de'].map(values)).toEqual([
    ['Léo Turpin Bonnet, Avocat fiscaliste'],
    ['Léo Turpin Bonnet, Avocat fiscaliste'],
    [],
  ])
})

test('a person on two kinds of page is one fact of high confidence', () => {
  const facts = factsOf(
    team,
    {
      html: '<main><h3>Dr. Anna Weber</h3><p>Gründerin</p><h3>Jan Petersen</h3><p>Koch</p></main>',
      url: at('/team'),
    },
    { html: '<p>Geschäftsführerin: Anna Weber</p>', url: at('/impressum') },
  )
  expect(facts.map(({ value, confidence }) => [value, confidence])).toEqual([
    ['Dr. Anna Weber, Gründerin', 'high'],
    ['Jan Petersen, Koch', 'medium'],
  ])
})
