import { createPhraseFinder } from '../wording/phrases.ts'
import { createWordCheck } from '../wording/word-check.ts'

/** Beside an amount: it is a discount, an old price, or the price of something else than the goods. */
export const namesOtherPrice = createWordCheck(
  [
    'save|saves|saving|savings|saved|off|discount|discounts|discounted|rebate|coupon|voucher code|cashback|rabatt|rabatte|sparen|spare|spart|ersparnis|nachlass|gutschein|remise|réduction|économisez|économies|descuento|ahorra|ahorro|sconto|risparmia|korting|bespaar|rabat',
    'was|previously|instead|regular price|old price|list price|rrp|msrp|uvp|statt|bisher|vorher|ancien prix|au lieu de|antes|en lugar de|invece di|prima|van voor|was nu|compare at',
    'shipping|ships|delivery|delivered|postage|freight|handling|versand|versandkosten|versandkostenfrei|lieferung|liefergebühr|lieferkosten|porto|livraison|frais de port|envío|envíos|spedizione|verzending|verzendkosten|frakt|fragt',
    'minimum|minimum order|order value|orders over|orders above|spend over|bestellwert|mindestbestellwert|mindestumsatz|einkaufswert|minimum de commande|pedido mínimo|ordine minimo|minimaal',
    'deposit|caução|kaucja|waarborg|waarborgsom|depositum|kaution|anzahlung|pfand|caution|acompte|depósito|cauzione|borg|statiegeld|late fee|cancellation|cancellation fee|no show|stornogebühr|penalty|fine|setup fee|service charge|zuschlag|aufpreis|surcharge|supplement|extra charge',
    'ortstaxe|kurtaxe|city tax|tourist tax|taxe de séjour|tassa di soggiorno|tasa turística|入湯税',
  ].join('|'),
)

/** In the sentence of an amount: it tells of sums, examples and gifts. */
export const namesOtherSum = createWordCheck(
  [
    'raised|raise|funding|funded|revenue|turnover|umsatz|profit|salary|gehalt|lohn|bruttolohn|monatslohn|einstiegsgehalt|salaire|sueldo|salario|stipendio|retribuzione|loon|salaris|løn|lön|wynagrodzenie|income limit|income threshold|einkommensgrenze|plafond|plafond de ressources|limite de ingresos|limite di reddito|inkomensgrens|invoice from|compensation|wage|valuation|investment|invested|investiert|grant|grants|awarded|prize|preisgeld|budget|spent|recovered|overdue|earned|earn|lost|losses|million|millions|billion|milliarden|millionen|assets under management|insured|insurance|coverage|versicherungssumme|bonus|reward|worth|guarantee|limit|credit|credits|fördersumme|fördermittel|förderung',
    'representative|borrowing|borrow|borrowed|mortgage of|repayments|apr|effektiver jahreszins|sollzins|darlehensbetrag|nettodarlehensbetrag|taeg|tae|taeg fixe',
    'example|for example|e g|z b|zum beispiel|beispiel|beispielsweise|par exemple|por ejemplo|ad esempio|bijvoorbeeld|imagine|suppose|assume|assuming|case study|customer story|competitor|competitors|elsewhere',
    'donation|donations|donate|spende|spenden|spendet|don|dons|donación|donazione|donatie|capital social|kapital|stammkapital|grundkapital|share capital|capitale sociale|subvention',
  ].join('|'),
)

/** Sums of other kinds stand under headings with these words. */
export const headsNoPrices = createWordCheck(
  'shipping|delivery|versand|lieferung|livraison|grants|funding|förderung|donate|spenden|donation|donations|salary|benefits|our results|results|impact|customers say|testimonials|gift cards|jobs|careers|vacancies|karriere|stellen|offene stellen|wir suchen|stellenangebote|vacature|vacatures|emplois|recrutement|empleo|lavora con noi|praca|returns|calculator|roi|rechner|savings|questions|faq|häufige fragen|frequently asked questions',
)

/** Words before an amount that make it the least of several. */
export const fromBefore =
  /(?:^|[\s(])(?:from|starting at|starting from|starts at|start at|starts from|as low as|ab|schon ab|bereits ab|à partir de|a partir de|dès|desde|da|a partire da|vanaf|från|fra|od)\s?:?$/i

/** Headings over prices. */
export const headsPrices = createWordCheck(
  'pricing|prices|price|fees|rates|plans|preise|preis|kosten|honorar|tarife|tarifs|tarif|prix|precios|tarifas|prezzi|tariffe|prijzen|tarieven|preços|priser|what it costs|was es kostet|was kostet',
)

/** Words before an amount that make it a limit: `gifts under $50`, `insured up to €1,000`. */
export const limitBefore =
  /(?:^|[\s(])(?:under|below|over|above|up to|less than|more than|max\.?|unter|über|bis zu|bis|mehr als|weniger als|höchstens|moins de|plus de|jusqu'à|menos de|más de|hasta|meno di|più di|fino a|tot|onder|boven|meer dan|minder dan)\s?$/i

/** Words that make a sum in a sentence a price. */
export const namesPrice = createWordCheck(
  'cost|costs|price|prices|priced|pricing|charge|charges|from|starting at|starts at|start at|only|just|per|rate|rates|fee|fees|plan|plans|membership|subscription|kostet|kosten|preis|preise|berechnen|ab|pauschal|honorar|stundensatz|prix|coûte|tarif|à partir de|dès|cuesta|precio|desde|costa|prezzo|kost|prijs|vanaf',
)

const tellers = (list: string) => createPhraseFinder(list.split('|').map((phrase) => [phrase, true] as const))

export const freeTrialsIn = tellers(
  [
    'free trial|day trial|days free trial|days for free|30 days free|14 days free|7 days free|try it free for|try free for|try for free for|free 14-day trial|free 30-day trial|free 7-day trial',
    'kostenlose testphase|kostenlose testversion|kostenlos testen|gratis testen|tage kostenlos|tage gratis|unverbindlich testen|kostenfrei testen',
    'essai gratuit|jours gratuits|essayer gratuitement|essayez gratuitement|prueba gratuita|prueba gratis|días gratis|prova gratuita|provalo gratis|giorni gratis|gratis proefperiode|gratis proberen|dagen gratis|prova gratis|gratis prøveperiode|gratis provperiod',
  ].join('|'),
)

export const freePlansIn = tellers(
  'free plan|free tier|free forever|forever free|free version|free for personal use|free starter plan|kostenloser tarif|kostenloses paket|dauerhaft kostenlos|für immer kostenlos|kostenlose version|kostenloser plan|plan gratuit|version gratuite|gratuit à vie|offre gratuite|plan gratuito|plan gratis|versión gratuita|piano gratuito|versione gratuita|gratis abonnement|gratis versie|gratisversion',
)

export const onRequestIn = tellers(
  'price on request|prices on request|pricing on request|price upon request|available on request|price on application|custom pricing|custom quote|contact us for pricing|contact sales for pricing|contact us for a quote|contact us for prices|individual pricing|preis auf anfrage|preise auf anfrage|preise erhalten sie auf anfrage|kosten auf anfrage|individuelles angebot|individuelle preise|auf anfrage|sur devis|prix sur demande|tarif sur demande|tarifs sur demande|devis gratuit|precio a consultar|precio bajo petición|precios bajo demanda|presupuesto a medida|prezzo su richiesta|prezzi su richiesta|preventivo gratuito|prijs op aanvraag|prijzen op aanvraag|offerte op maat|pris på förfrågan|pris på forespørsel|pris på forespørgsel|pris efter aftale|priser efter aftale|pris ved henvendelse|su preventivo|preventivo su richiesta|prezzo a richiesta|prezzi a richiesta|quotazione su richiesta|op offerte|prijs in overleg|prijs op offerte|offerte op aanvraag|preis nach vereinbarung|preise nach vereinbarung|preço sob consulta|preços sob consulta|sob orçamento|cena na zapytanie|hinta pyynnöstä',
)

/** On a price list these stand where the price would. */
export const requestItems = new Set([
  'custom',
  "let's talk",
  'talk to us',
  'contact us',
  'contact sales',
  'talk to sales',
  'get a quote',
  'request a quote',
  'on request',
  'individuell',
  'auf anfrage',
  'kontaktieren sie uns',
  'angebot anfordern',
  'sur devis',
  'sur mesure',
  'nous contacter',
  'contactez-nous',
  'a medida',
  'consultar',
  'contáctanos',
  'su misura',
  'contattaci',
  'op maat',
  'op aanvraag',
  'neem contact op',
  'poa',
])
export const freeItems = new Set([
  'free',
  'free forever',
  'free plan',
  'kostenlos',
  'gratis',
  'gratuit',
  'gratuito',
  '0 €',
  '€0',
  '$0',
  '£0',
  'kostenfrei',
])

export const patterns = [fromBefore, limitBefore]
