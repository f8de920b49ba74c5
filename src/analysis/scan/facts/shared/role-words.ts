import { normalWords } from '../../../text/normal-words.ts'
import { remembered } from '../../../text/remembered.ts'

const list = (words: string) => words.trim().split(/\s+/)

const roleWords = new Set(
  list(`
  ceo cto cfo coo cmo cpo cio ciso chro cro founder cofounder founders owner owners coowner director directors managing md
  manager president vicepresident vp svp evp chair chairman chairwoman chairperson head lead engineer developer designer
  consultant chef sommelier baker lawyer attorney solicitor barrister paralegal counsel associate analyst accountant
  assistant secretary trustee treasurer editor teacher coach therapist dentist doctor physician nurse optician
  photographer architect partner partners researcher scientist strategist specialist coordinator administrator officer
  executive supervisor technician mechanic electrician carpenter joiner weaver potter brewer roaster barista receptionist
  advisor adviser planner writer copywriter marketer recruiter buyer producer principal surveyor veterinarian vet
  physiotherapist psychologist hygienist instructor trainer foreman shipwright rigger florist tailor stylist artist
  gardener curator librarian ranger warden bookkeeper operations sales marketing proprietor operator builder sailmaker
  geschaftsfuhrer geschaftsfuhrerin geschaftsfuhrung geschaftsleitung inhaber inhaberin grunder grunderin mitgrunder mitgrunderin
  leiter leiterin leitung rechtsanwalt rechtsanwaltin anwalt anwaltin fachanwalt fachanwaltin notar notarin steuerberater
  steuerberaterin steuerfachangestellte assistenz assistentin vertrieb entwickler entwicklerin berater beraterin vorstand vorstandin
  vorsitzende vorsitzender meister meisterin architektin arzt arztin zahnarzt zahnarztin facharzt facharztin
  physiotherapeut physiotherapeutin verkauf verkaufer verkauferin buchhaltung projektleitung projektleiter projektleiterin
  prokurist prokuristin kaufmann kauffrau gesellschafter gesellschafterin partnerin sekretariat empfang fotograf fotografin
  geselle gesellin koch kochin backer backerin konditor konditorin tischler tischlerin techniker technikerin monteur redaktion
  redakteur redakteurin kundenbetreuung kundenservice einkauf buro personal stiftungsrat aufsichtsrat schatzmeister mfa zfa
  teamleiter teamleiterin referent referentin auszubildende azubi trainerin lehrer lehrerin kuratorin kurator
  gerant gerante directeur directrice fondateur fondatrice cofondateur cofondatrice associe associee avocat avocate responsable presidente
  boulanger boulangere patissier patissiere cuisinier cuisiniere proprietaire ingenieur ingenieure developpeur developpeuse
  charge chargee comptable assistante secretaire notaire medecin dg pdg vigneron vigneronne consultante
  directora fundador fundadora cofundador cofundadora gerente socio socia abogado abogada jefe jefa administrador administradora
  propietario propietaria desarrollador desarrolladora cocinero cocinera disenador disenadora ingeniero ingeniera
  titolare fondatore fondatrice cofondatore amministratore amministratrice direttore direttrice responsabile avvocato avvocata
  presidente cuoco cuoca proprietario proprietaria progettista sviluppatore
  eigenaar eigenaresse oprichter bestuurder medewerker advocaat voorzitter penningmeester adviseur ontwikkelaar ontwerper zaakvoerder
  vd grundare agare delagare saljare utvecklare konsult ordforande styrelseordforande ekonomichef
  direktor indehaver stifter partner advokat bestyrelsesformand daglig leder styreleder grunnlegger eier konsulent selger utvikler
  toimitusjohtaja perustaja myyntipaallikko johtaja paallikko asiantuntija yrittaja
  prezes wlasciciel wlascicielka dyrektor zalozyciel zalozycielka kierownik wspolwlasciciel
  jednatel jednatelka reditel reditelka majitel majitelka zakladatel zakladatelka konatel
  ugyvezeto alapito tulajdonos vezeto igazgato
  fundadora diretor diretora socia socio gerente proprietario
  kurucu mudur direktoru gastgeber gastgeberin wirt wirtin winzer winzerin
  realtor broker agent plumber mason costumiere costumier couturiere enologo enologa arquitecto arquitecta consultor consultora
  maintainer contributor bilanzbuchhalter bilanzbuchhalterin buchhalter buchhalterin polier maurer seamstress sommerska
  illustrator animator calligrapher host hostess advocate adviser underwriter appraiser inspector dispatcher planner
  gastgeberfamilie hotelier hoteliere directie praktijkhouder tandarts huisarts fysiotherapeut lararinna larare
  professor professeur enseignant enseignante professora profesor profesora maestro maestra insegnante
`),
)
const roleEndings = [
  'leiter',
  'leiterin',
  'leitung',
  'meister',
  'meisterin',
  'berater',
  'beraterin',
  'manager',
  'managerin',
  'entwickler',
  'entwicklerin',
  'therapeut',
  'therapeutin',
  'anwalt',
  'anwaltin',
  'angestellte',
  'assistent',
  'assistentin',
  'assistenz',
  'fuhrer',
  'fuhrerin',
  'techniker',
  'technikerin',
  'betreuer',
  'betreuerin',
  'betreuung',
  'chef',
  'chefin',
  'ansvarig',
  'ansvarlig',
  'paallikko',
  'johtaja',
  'medewerker',
  'directeur',
  'gestalter',
  'gestalterin',
  'mischer',
  'mischerin',
  'planer',
  'planerin',
  'verkaufer',
  'verkauferin',
  'koordinator',
  'koordinatorin',
  'redakteur',
  'redakteurin',
  'konom',
  'ekonom',
  'ologist',
  'smith',
  'maker',
  'monteur',
  'pfleger',
  'pflegerin',
  'fachkraft',
  'sachbearbeiter',
  'sachbearbeiterin',
  'bauer',
  'bauerin',
  'direktør',
  'direktor',
  'sjef',
  'leder',
  'fører',
  'ingeniør',
  'pleier',
  'lærer',
  'konsulent',
  'tekniker',
  'arzt',
  'arztin',
  'ingenieur',
  'ingenieurin',
  'architekt',
  'architektin',
]

const roleMax = 80
const wordsMax = 11

const asianRoles = new Set(
  '代表取締役 代表取締役社長 代表 社長 会長 取締役 女将 店主 院長 オーナー 創業者 支配人 料理長 所長 弁護士 店長 園長 校長 理事長'.split(
    ' ',
  ),
)

export function isAsianRole(text: string): boolean {
  return asianRoles.has(text)
}

/** Whether a text is what somebody does in a company: `Head of Customer Success`, `Rechtsanwältin und Notarin`. */
export function isRole(text: string): boolean {
  return text.length >= 2 && text.length <= roleMax && readsAsRole(text)
}

const readsAsRole = remembered((text) => {
  if (/[!?@©]|\. |https?:|\d{4}/.test(text)) return false
  const words = normalWords(text.replaceAll('/', ' '))
  if (words.length === 0 || words.length > wordsMax) return false
  return words.some(isRoleWord)
})

export const isRoleWord = remembered(
  (word) =>
    roleWords.has(word) || roleEndings.some((ending) => word.length > ending.length && word.endsWith(ending)),
)

export const patterns = [/[!?@©]|\. |https?:|\d{4}/]
