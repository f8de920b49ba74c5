import { normalWords } from '../../../text/normal-words.ts'
import { cleanText } from '../../document/clean-text.ts'
import { looksLikeInstruction } from '../../document/instruction.ts'
import { createWordCheck } from '../wording/word-check.ts'

const nameCharsMax = 70
const wordsMax = 8

/** Headings and links that lead on, speak to the visitor or stand over other things than what is sold. */
const generic = new Set(
  [
    'home|about|about us|contact|contact us|get in touch|team|our team|blog|news|faq|faqs|questions|frequently asked questions|pricing|prices|plans|careers|jobs|login|log in|sign in|sign up|register|search|menu|cart|checkout|account|my account|overview|all products|all services|products|services|our products|our services|solutions|features|benefits|resources|documentation|docs|support|help|download|downloads|compare|view all|see all|show all|shop all|shop|shop now|buy now|order now|learn more|read more|more|details|view details|view product|quick view|add to cart|book now|get started|get a quote|request a quote|free consultation|start now|try it free|start free trial|book a demo|request a demo|next|previous|back|testimonials|reviews|customer reviews|what our clients say|what our customers say|case studies|customers|clients|partners|references|gallery|events|opening hours|hours|location|find us|directions|newsletter|subscribe|follow us|privacy|terms|imprint|how it works|our process|our approach|why us|why choose us|our promise|our mission|our values|our story|history|description|reviews|specifications|related products|you may also like|best sellers|bestsellers|new arrivals|new|sale|featured|featured products|popular|gift cards|gift card|collections|categories|filter|sort by|recently viewed|share|shipping|shipping and returns|returns|delivery|payment|payment methods|warranty|security|integrations|for developers|enterprise|expertise|quality|sustainability|certificates|certifications|industries|markets|applications|technology|price list|rates|fees|free|custom|monthly|yearly|annual|notes|terms and conditions|good to know|included|what is included|whats included|additional information|materials|care|size guide|sizes|allergens|to start|starters|mains|main courses|desserts|sweet|drinks|wine|wines|sides|food|snacks|breakfast|lunch|dinner|specials',
    'startseite|uber uns|kontakt|ansprechpartner|aktuelles|haufige fragen|fragen und antworten|preise|karriere|anmelden|suche|warenkorb|kasse|mein konto|ubersicht|alle produkte|alle leistungen|produkte|leistungen|unsere leistungen|unsere produkte|losungen|funktionen|vorteile|ihre vorteile|mehr erfahren|mehr|weiterlesen|details|zum produkt|in den warenkorb|jetzt buchen|jetzt bestellen|jetzt anfragen|termin vereinbaren|angebot anfordern|kostenlos testen|demo buchen|weiter|zuruck|kundenstimmen|referenzen|kunden|partner|galerie|veranstaltungen|offnungszeiten|anfahrt|standort|datenschutz|agb|impressum|so funktioniert es|ablauf|unser ansatz|warum wir|unser versprechen|unsere werte|geschichte|beschreibung|bewertungen|ahnliche produkte|zubehor|neu|angebote|versand|versand und zahlung|lieferung|zahlung|zahlungsarten|garantie|qualitat|nachhaltigkeit|zertifikate|branchen|technologie|downloads|vorspeisen|hauptgerichte|nachspeisen|getranke|zusatzliche informationen|rechtsgebiete|honorar|vergutung|kosten|kategorien|gutscheine|sortiment',
    'accueil|a propos|contactez nous|nous contacter|equipe|actualites|tarifs|nos tarifs|connexion|recherche|panier|produits|nos produits|services|nos services|prestations|nos prestations|en savoir plus|lire la suite|voir plus|decouvrir|reserver|commander|temoignages|avis|partenaires|galerie|horaires|nous trouver|mentions legales|notre histoire|livraison|paiement|nouveautes|la carte|entrees|plats|desserts|boissons',
    'inicio|nosotros|contacto|equipo|noticias|precios|tarifas|productos|servicios|nuestros servicios|ver mas|leer mas|mas informacion|reservar|comprar|testimonios|galeria|horario|ubicacion|chi siamo|contatti|prezzi|prodotti|servizi|i nostri servizi|scopri di piu|leggi di piu|prenota|orari|dove siamo|over ons|nieuws|prijzen|producten|diensten|onze diensten|lees meer|meer informatie|bestellen|openingstijden|sobre nos|contactos|equipa|servicos|produtos|saiba mais|om oss|produkter|tjanster|kontakt oss',
  ]
    .join('|')
    .split('|'),
)

/** Sentences, questions and calls are no names. */
const speaks = createWordCheck(
  'we|our|us|you|your|my|i|let us|lets|why|how|what|who|where|when|which|is|are|was|can|will|get|start|discover|explore|learn|read|see|view|find|try|book|order|buy|contact|call|join|meet|ready|need|want|welcome|thank|please|download|subscribe|wir|unser|unsere|unserer|unseren|uns|sie|ihr|ihre|ihren|ihrer|du|dein|deine|warum|wie|was|wer|wo|wann|welche|ist|sind|jetzt|entdecken|erfahren|finden|lesen|bestellen|anfragen|bereit|willkommen|nous|notre|nos|vous|votre|vos|pourquoi|comment|quoi|decouvrez|decouvrir|voir|nuestro|nuestra|nuestros|tu|su|por que|como|descubre|noi|nostro|nostra|nostri|perche|come|scopri|wij|onze|ons|jouw|uw|waarom|hoe|ontdek|bekijk|vind',
)

/** Whom something is for, and who pays which ticket. */
const groups = new Set(
  'for fur pour para per voor with mit avec con in im at aus von from adult adults child children kids families family students student seniors senior concessions concession members member groups group under over erwachsene erwachsener kinder kind ermassigt ermassigter familien familie studenten senioren gruppen schuler adultes adulte enfants enfant tarif groupes etudiants adultos adulto ninos nino grupos adulti bambini ridotto gruppi volwassenen kinderen groepen'.split(
    ' ',
  ),
)

const tradeMarks = /[®™©]/g
const noName = /[?!.]$|[{}<>@]|https?:/
const letter = /\p{L}/u
const digits = /^\d+$/
/** `iPhone` begins with a small letter. */
const nameStart = /^[\p{Lu}\p{Lo}\p{N}]|^\p{Ll}{1,20}\p{Lu}/u

export const patterns = [tradeMarks, noName, letter, digits, nameStart]

/** A name of something that is sold, as it may be shown; undefined for what is none. */
export function productName(text: string): string | undefined {
  const name = cleanText(text).replace(tradeMarks, '').trim()
  if (name.length < 2 || name.length > nameCharsMax || noName.test(name)) return undefined
  const words = normalWords(name)
  if (words.length === 0 || words.length > wordsMax || generic.has(words.join(' '))) return undefined
  if (!letter.test(name) || digits.test(words.join('')) || looksLikeInstruction(name)) return undefined
  return name
}

/** As `productName`, for headings and links, which more often say something else. */
export function headingName(text: string): string | undefined {
  const name = productName(text)
  if (name === undefined || speaks(name) || groups.has(normalWords(name)[0] ?? '')) return undefined
  return nameStart.test(name) ? name : undefined
}
