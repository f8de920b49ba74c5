const list = (words: string) => new Set(words.trim().split(/\s+/))

/** Words that name a street, as normal words. */
export const streetWords = list(`
  street st road rd avenue ave av lane ln drive dr boulevard blvd way court ct square sq place pl terrace highway hwy
  parkway pkwy close crescent row mews hill quay wharf walk steps grove gardens green parade circus embankment esplanade
  broadway alley yard plaza bridge pike route turnpike loop trail strand
  strasse str weg platz allee gasse ring damm ufer chaussee stieg steig pfad promenade graben markt hof kai
  rue chemin quai impasse cours passage faubourg rond sentier venelle bd esplanade
  calle avenida avda paseo plaza carrer carretera ronda rua rambla travessera camino pasaje
  via viale piazza piazzale corso largo vicolo strada lungarno contrada
  straat laan plein gracht kade singel dijk steeg baan steenweg
  gatan gata vagen vag gate vei veien vej gade alle plass torg plads stræde straede
  katu tie kuja polku raitti
  ulica ul aleja al plac osiedle os rynek
  ulice trida namesti nabrezi ulica namestie
  utca ut ter korut fasor
  travessa praca estrada largo alameda rodovia
  sokak sokagi cadde caddesi cad mahallesi bulvari
  strada bulevardul bd calea soseaua
  gt tn mnt pst
`)
/** Ends of one-word street names, as in `Hauptstraße` and `Storgatan`. */
export const streetEndings = [
  'strasse',
  'str',
  'weg',
  'platz',
  'allee',
  'gasse',
  'damm',
  'ufer',
  'graben',
  'markt',
  'ring',
  'chaussee',
  'straat',
  'laan',
  'plein',
  'gracht',
  'kade',
  'singel',
  'dijk',
  'gatan',
  'gata',
  'vagen',
  'vag',
  'veien',
  'vei',
  'vegen',
  'vej',
  'gade',
  'gate',
  'katu',
  'tie',
  'kuja',
  'steig',
  'stieg',
  'kamp',
  'berg',
  'hof',
  'tor',
  'wall',
  'promenade',
  'brucke',
  'wiese',
  'wiesen',
  'feld',
  'park',
  'utca',
]
/** Words of buildings and rooms, which may stand in front of a street. */
export const buildingWords = list(`
  house mill building tower floor suite ste unit studio works yard wharf centre center park estate office offices block
  flat apartment apt room barn farm hall lodge cottage chambers gate annex annexe warehouse workshop hub pier dock level
  haus hof gebaude etage stock og hinterhaus aufgang eingang halle turm zentrum gewerbepark
  residence batiment bat immeuble zone za zi zac parc espace etage tour centre bureau
  edificio poligono planta piso local nave bajo oficina palazzo torre interno scala piano
  gebouw verdieping toren kantoor hus kerros rakennus budynek pietro lokal budova patro emelet
  po p.o box postfach bp cs casilla apartado postbus
`)
export const streetlessWords = list(
  'email mail tel telefon phone fax www http https uhr monday montag opening offnungszeiten hours pm eur usd gmbh',
)
