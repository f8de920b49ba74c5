import { createPhraseFinder } from '../wording/phrases.ts'
import { createWordCheck } from '../wording/word-check.ts'

export type Audience =
  | 'businesses'
  | 'consumers'
  | 'developers'
  | 'enterprises'
  | 'small-businesses'
  | 'nonprofits'
  | 'public-sector'
  | 'students'
  | 'patients'
  | 'agencies'
  | 'freelancers'

const words: ReadonlyArray<readonly [Audience, string]> = [
  [
    'developers',
    'developers|software developers|web developers|engineers|software engineers|engineering teams|software teams|dev teams|developer teams|programmers|coders|devops teams|platform teams|entwickler|softwareentwickler|entwicklerteams|entwicklungsteams|développeurs|desarrolladores|programadores|sviluppatori|ontwikkelaars|utvecklare',
  ],
  [
    'small-businesses',
    'small businesses|small business|small business owners|small and medium businesses|small and medium-sized businesses|small and medium-sized companies|small companies|small firms|small teams|smbs|smes|startups|start-ups|local businesses|tradespeople|sole traders|craftsmen|independent retailers|kleine unternehmen|kleinunternehmen|kleine und mittlere unternehmen|kleine und mittelständische unternehmen|kmu|mittelstand|mittelständische unternehmen|handwerker|handwerksbetriebe|handwerk|kleinbetriebe|gründer|existenzgründer|tpe|pme|tpe et pme|tpe/pme|petites entreprises|artisans|pymes|pequeñas empresas|autónomos y pymes|piccole imprese|pmi|piccole e medie imprese|artigiani|mkb|kleine bedrijven|småföretag',
  ],
  [
    'enterprises',
    'enterprises|enterprise|large enterprises|enterprise teams|large companies|corporations|global enterprises|fortune 500|konzerne|großunternehmen|grandes entreprises|grands groupes|grandes empresas|grandi aziende|grandi imprese|grote bedrijven|grote ondernemingen',
  ],
  [
    'agencies',
    'agencies|marketing agencies|creative agencies|digital agencies|agenturen|agences|agencias|agenzie|bureaus',
  ],
  [
    'freelancers',
    "freelancers|freelancer|self-employed|solopreneurs|independent consultants|freiberufler|selbstständige|selbständige|indépendants|freelances|autónomos|liberi professionisti|zzp'ers|zzp|freelance designers",
  ],
  [
    'nonprofits',
    'nonprofits|non-profits|nonprofit organizations|charities|ngos|foundations|vereine|stiftungen|gemeinnützige organisationen|associations et ong|ong|fundaciones|associazioni|enti non profit|stichtingen|verenigingen',
  ],
  [
    'public-sector',
    'public sector|governments|government agencies|local government|local authorities|municipalities|councils|city governments|kommunen|behörden|städte und gemeinden|öffentliche verwaltung|öffentliche hand|collectivités|collectivités locales|administraciones públicas|ayuntamientos|pubblica amministrazione|enti pubblici|gemeenten|overheden',
  ],
  [
    'students',
    'students|pupils|learners|schüler|schülerinnen|studierende|studenten|étudiants|élèves|estudiantes|alumnos|studenti|leerlingen|studenter',
  ],
  ['patients', 'patients|patienten|patientinnen|pacientes|pazienti|patiënten'],
  [
    'consumers',
    'consumers|families|individuals|private individuals|private clients|homeowners|home owners|parents|kids|children|couples|travellers|travelers|home cooks|pet owners|dog owners|cyclists|runners|gamers|everyone|every home|your home|privatkunden|privatpersonen|verbraucher|familien|kinder|eltern|hausbesitzer|jedermann|paare|particuliers|familles|enfants|particulares|familias|niños|hogares|privati|famiglie|bambini|particulieren|gezinnen|kinderen|privatpersoner|familjer',
  ],
  [
    'businesses',
    'businesses|companies|teams|organizations|organisations|finance teams|sales teams|marketing teams|support teams|hr teams|product teams|data teams|legal teams|operations teams|revenue teams|manufacturers|retailers|merchants|restaurants|hotels|law firms|accountants|accounting firms|clinics|dentists|dental practices|warehouses|logistics companies|construction companies|contractors|landlords|property managers|ecommerce brands|e-commerce brands|brands|shops|online shops|online stores|employers|recruiters|industrial companies|industry|b2b|b2b companies|business owners|boards|managers|executives|boatbuilders|unternehmen|firmen|unternehmer|unternehmerinnen|betriebe|arbeitgeber|führungskräfte|geschäftskunden|gewerbekunden|gewerbe|industrie|händler|hersteller|gastronomie|gastronomen|hotels und restaurants|praxen|arztpraxen|kanzleien|steuerberater|vermieter|onlinehändler|gesellschafter|geschäftsführer|entreprises|sociétés|professionnels|équipes|commerçants|restaurateurs|hôteliers|employeurs|industriels|empresas|negocios|comercios|equipos|profesionales|restaurantes|hoteles|aziende|imprese|professionisti|negozi|ristoranti|hotel e ristoranti|bedrijven|ondernemers|ondernemingen|teams en bedrijven|werkgevers|winkeliers|företag|yrityksille|firm',
  ],
]

export const audienceWordsIn = createPhraseFinder(
  words.flatMap(([audience, list]) => list.split('|').map((word) => [word, audience] as const)),
)

/** Words before those who are served. */
export const leadsToAudience = new Set(
  'for helps help helping serve serves serving empower empowers enable enables enabling lets let gives advise advises advising advice represent represents supply supplies supplying für fur unterstutzt unterstutzen beraten berat beratet hilft helfen ermoglicht pour aide aider accompagne accompagnons para ayuda ayudamos per aiuta aiutiamo voor helpt helpen'.split(
    ' ',
  ),
)

/** The sentence looks for people, or speaks of something else than customers. */
export const looksForPeople = createWordCheck(
  'looking for|searching for|we are hiring|were hiring|hiring|apply|suchen|gesucht|recherche|recrute|buscamos|cerchiamo|zoeken|free for|discount for|discounts for|tickets for|donate|donation|sponsor|kostenlos fur|gratuit pour',
)

/** Whom a business model serves when nothing else is said. */
export const customersOf: ReadonlyMap<string, Audience> = new Map([
  ['restaurant', 'consumers'],
  ['retail', 'consumers'],
  ['e-commerce', 'consumers'],
  ['hospitality', 'consumers'],
  ['healthcare', 'patients'],
  ['education', 'students'],
  ['media', 'consumers'],
  ['real-estate', 'consumers'],
  ['open-source', 'developers'],
  ['agency', 'businesses'],
  ['saas', 'businesses'],
  ['logistics', 'businesses'],
  ['manufacturer', 'businesses'],
])

export const audienceTexts: Readonly<Record<Audience, string>> = {
  businesses: 'Works for businesses',
  consumers: 'Works for consumers',
  developers: 'Works for developers',
  enterprises: 'Works for large enterprises',
  'small-businesses': 'Works for small businesses',
  nonprofits: 'Works for non-profit organisations',
  'public-sector': 'Works for the public sector',
  students: 'Works for students',
  patients: 'Works for patients',
  agencies: 'Works for agencies',
  freelancers: 'Works for freelancers',
}
