/** What the words before a number say that it is. */
export type NumberLabel = 'phone' | 'fax' | 'other' | undefined

const phoneWords = new Set(
  `t tel tél telephone téléphone telefon telefono teléfono telefone telefoon tfn tlf phone ph call mobile mobil mob
  handy gsm cell m p hotline festnetz office zentrale ring puhelin puh telefonszam anruf rufen anrufen appelez llame
  llámanos chiama chiamaci bel toll-free tollfree freephone landline reception rezeption reservations reservation
  reservierung booking bookings durchwahl direct direkt kundenservice kundenhotline fixe portable telemóvel telemovel tlm móvil movil
  cellulare cell kom telefonicznie тел телефон 電話 電話番号 전화 電话 tel.nr τηλ τηλέφωνο fon fono rufnummer whatsapp text sms büro bureau praxis kanzlei sekretariat laden werkstatt empfang zentrale contact kontakt
  telefonnummer switchboard linje växel service-hotline servicehotline bestellhotline notdienst
  ☎ 📞 📱 ☏ ✆`.split(/\s+/),
)
const faxWords = new Set(
  'f fax telefax téléfax telekopie facsimile faks faksi télécopie telecopie факс ファックス fax-nr telefaks fx 📠 ℻'.split(
    ' ',
  ),
)
const otherWords = new Set(
  `iban bic kontonummer konto account ust-idnr ust-id ustid ustidnr vat vat-id tva siret siren rcs nif cif p.iva piva partita kvk btw cvr
  org.nr orgnr hrb hra hr register registernummer registered order bestellnummer artikelnummer sku isbn ean gtin ref
  reference aktenzeichen steuernummer steuer-nr st.-nr tax ein abn acn nip regon krs uid zip plz postfach version id nr no company
  reg charity crn handelsregister blz swift bank dun duns d-u-n-s invoice rechnung number nummer numéro license licence permit dossier
  naf ape capital kapital gln lei ico ičo dič dic cui cnpj cpf rea rnc codice code`.split(/\s+/),
)
const reach = 48

/** The label right before a number: the nearest telling word between it and the number or line break before it. */
export function labelBefore(text: string, from: number, until: number): NumberLabel {
  const before = lastSentence(text.slice(Math.max(until, from - reach), from)).toLowerCase()
  const words = before.split(/[^\p{L}\p{N}.☎📞📱☏✆📠℻-]+/u).filter((word) => word !== '')
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at] ?? ''
    const bare = stripEdges(word)
    if (isPhone(word, bare)) return 'phone'
    if (faxWords.has(word) || faxWords.has(bare)) return at === words.length - 1 ? pairLabel(before) : 'fax'
    if (otherWords.has(word) || otherWords.has(bare)) return 'other'
  }
  return undefined
}

/** What stands behind the last full stop; the stop of an abbreviation has no capital letter and word after it. */
function lastSentence(text: string): string {
  for (let at = text.lastIndexOf('. '); at !== -1; at = at === 0 ? -1 : text.lastIndexOf('. ', at - 1)) {
    if (/^\p{Lu}\p{L}/u.test(text.slice(at + 2)) && !/(?:^|[^\p{L}])\p{L}{1,3}$/u.test(text.slice(0, at)))
      return text.slice(at + 2)
  }
  return text
}

function isPhone(word: string, bare: string): boolean {
  return phoneWords.has(word) || phoneWords.has(bare)
}

const phoneAndFax = /tel[a-z.é]{0,8}(?:\s?[/&+,]\s?|\s(?:und|and|et|y|e|og|och)\s)(?:tele)?fax/

/** `Tel./Fax:` is both, and so a phone; `Tel: 1, Fax` is cut at the number before. */
function pairLabel(before: string): NumberLabel {
  return phoneAndFax.test(before) ? 'phone' : 'fax'
}

function stripEdges(word: string): string {
  let start = 0
  let end = word.length
  while (start < end && '.-'.includes(word.charAt(start))) start++
  while (end > start && '.-'.includes(word.charAt(end - 1))) end--
  return word.slice(start, end)
}
