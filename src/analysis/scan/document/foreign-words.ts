import { phraseList } from '../../text/phrases.ts'

/** Who made the site, who watches over the company, and who helps in an emergency: others, wherever they are named. */
export const foreignAnywhere = phraseList(`
  web design by|website by|site by|designed by|design by|built by|developed by|made by|powered by|webdesign by|crafted by|
  theme by|template by|website made by|created by|website design by|hosted by|sponsored by|supported by|backed by|funded by|gesponsert von|photos by|photography by|images by|
  realisiert von|umsetzung durch|erstellt von|gestaltet von|entwickelt von|umgesetzt von|ein projekt von|made with love by|
  réalisé par|créé par|site réalisé|conception et réalisation|site internet par|développé par|
  realizzato da|sito web di|progettato da|diseñado por|desarrollado por|diseño web|desenvolvido por|
  website door|gerealiseerd door|webbplats av|webbyrå|strona wykonana przez|projekt i wykonanie|wykonanie strony|
  problems with this site|webmaster|website problems|ombudsman|ombuds office|ombudsman service|ombudsstelle|registered with the|regulated by|supervised by|
  zahnärztlicher notdienst|ärztlicher notdienst|ärztlicher bereitschaftsdienst|zahnärztlicher bereitschaftsdienst|
  ärztliche bereitschaftsdienst|apothekennotdienst|giftnotruf|telefonseelsorge|emergency services|samaritans`)

/** What a footer calls the work of others: `Umsetzung: Nordlicht Design`. */
export const creditWords = phraseList(`
  umsetzung|webdesign|web design|realisierung|programmierung|konzept design|gestaltung|design|konzeption|webentwicklung|
  réalisation|conception|création|création du site|realizzazione|sviluppo|diseño|ontwerp|realisatie|website|site|credits|
  crédits|development|design development|design and development|photography|fotos|fotografie|foto|hosting`)

/** Others who are named in an imprint, a privacy notice or terms. */
export const foreignInLegal = phraseList(`
  aufsicht|aufsichtsbehörde|finanzmarktaufsicht|landesbeauftragte|landesbeauftragter|landesbeauftragten|bundesbeauftragte|datenschutzbehörde|
  datenschutzaufsicht|zuständige behörde|beschwerdestelle|supervisory authority|data protection authority|
  information commissioner|cnil|aepd|garante|autorité de contrôle|autorità di controllo|autoriteit persoonsgegevens|
  agencia española de protección|autoridad de control|autoridade de controlo|autoridade de controle|tilsynsmyndighed|
  datatilsynet|integritetsskyddsmyndigheten|organ nadzorczy|prezes urzędu ochrony|
  streitbeilegung|streitschlichtung|schlichtungsstelle|verbraucherschlichtung|schlichtungsverfahren|dispute resolution|
  médiateur|médiation|mediation|ombudsman|arbitration|online dispute|klachtencommissie|geschillencommissie|
  hosting|hoster|hosting provider|hébergeur|hébergement|alojamiento|hospedagem|alojamento|hosted by|hébergé par|provider|
  webdesign|web design|webdesigner|webmaster|umsetzung|realisierung|programmierung|gestaltung|konzept und umsetzung|
  réalisation|conception|conception du site|création du site|credits|crédits|bildnachweis|bildnachweise|bildquellen|
  bildrechte|fotografie|fotos|photo credits|technische umsetzung|design und umsetzung|layout|
  zulassungsbehörde|vermittlerregister|registerstelle|schlichtung|beschwerde|beschwerden|complaints|berufshaftpflicht|berufshaftpflichtversicherung|haftpflichtversicherung|versicherer|
  vermögensschadenhaftpflichtversicherung|professional indemnity|assurance responsabilité|barreau|
  google|facebook|meta platforms|cloudflare|mailchimp|auftragsverarbeiter|third party|third parties|drittanbieter|
  processors|kassenärztliche vereinigung|kassenzahnärztliche vereinigung|ministerium|bezirksregierung|gesundheitsamt|
  solicitors regulation authority|financial conduct authority|fca|bafin|ihk|ordine degli|colegio de abogados`)
/** Ends of German words for professional bodies and authorities. */
export const foreignEndings = [
  'kammer',
  'kammern',
  'behorde',
  'ombudsmann',
  'ombudsfrau',
  'ombudsstelle',
  'schlichtung',
]

/** Headings over other people's words and addresses: the whole heading, but for `our` and the like. */
export const foreignHeadings: ReadonlySet<string> = new Set(
  phraseList(`
  lo que dicen|dicen de nosotros|o que dizem|o que dizem os nossos clientes|det siger kunderne|co mówią klienci|opinie|opinie klientów|testimonials|testimonial|reviews|customer reviews|kundenstimmen|referenzen|references|customers|clients|kunden|
  partners|partner|sponsors|sponsoren|supporters|förderer|unterstützer|témoignages|avis|avis clients|opiniones|
  recensioni|dicono di noi|ce que disent nos clients|what our customers say|what customers say|what people say|
  what our clients say|was unsere kunden sagen|das sagen unsere kunden|loved by|trusted by|in the press|pressestimmen|
  stockists|dealers|händler|resellers|where to buy|comments|kommentare|leave a comment|related posts|donors|
  customer stories|success stories|case studies|partenaires|clientes|klanten|wat klanten zeggen|referencje|referenser|
  notfall|notdienst|emergency|emergency numbers|kind words|nice words|client stories|stimmen|was kunden sagen|what guests say|gästestimmen|what they say`),
)
/** Plurals that end such a heading whatever stands before them: `Selected clients`, `Happy customers`. */
export const foreignPlurals: ReadonlySet<string> = new Set(
  phraseList(
    'testimonials|reviews|customers|clients|partners|sponsors|references|kundenstimmen|referenzen|partenaires|clientes|klanten',
  ),
)
export const ourWords: ReadonlySet<string> = new Set(
  phraseList('our|unsere|unser|nos|notre|nuestros|nuestras|i nostri|onze|våra|nasi|de|die|der|the|les'),
)
