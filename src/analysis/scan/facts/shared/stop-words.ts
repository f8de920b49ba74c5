const list = (words: string) => words.trim().split(/\s+/)

/** Frequent little words of languages that are written in Latin letters; words of several languages count for each. */
export const stopWords: ReadonlyArray<readonly [language: string, words: readonly string[]]> = [
  [
    'en',
    list(
      'the and of to in is for with you your our we are that this from on at by as it be have can all more will not or an their how what us has its they about was out up if which when who',
    ),
  ],
  [
    'de',
    list(
      'der die das und ist für mit wir sie sich nicht auf ein eine einen einem den dem des von zu im zum zur bei auch oder ihre ihr unsere unser uns als aus werden wird sind haben kann über nach mehr wie durch unter vor seit ihnen hier alle noch nur so',
    ),
  ],
  [
    'fr',
    list(
      'le la les des et de du un une pour avec vous nous votre notre nos vos est sont dans sur que qui par au aux en ce cette plus pas ou leur tous tout chez depuis à être a fait ses sans',
    ),
  ],
  [
    'es',
    list(
      'el la los las de del y en que un una para con por su sus nuestro nuestra nuestros es son más como se al lo le o no tu te desde sin todo todos está sobre somos este esta también muy si ha ser',
    ),
  ],
  [
    'it',
    list(
      'il lo la gli le di del della dei delle e che un una per con da in nostro nostra nostri è sono più come si al alla nel nella non anche dal ai sul tutti ogni questo questa siamo o tua vostro ha',
    ),
  ],
  [
    'nl',
    list(
      'de het een en van voor met op in is zijn wij we je uw ons onze dat die niet aan bij ook als naar om te door over meer of er maar kan hebben wordt worden tot u uit heeft jouw al zo dan',
    ),
  ],
  [
    'pt',
    list(
      'o a os as de do da dos das e em que um uma para com por seu sua nosso nossa nossos é são mais como se ao à no na nos nas não ou pelo pela você desde sem todos está também este esta foi ser tem',
    ),
  ],
  [
    'sv',
    list(
      'och att det som en ett av för på med är vi du din ditt våra vår till i den de om inte från har kan eller alla hos mer oss er du så vid efter även när ska samt mot',
    ),
  ],
  [
    'da',
    list(
      'og at det som en et af for på med er vi du din dit vores til i den de om ikke fra har kan eller alle hos mere os jer så ved efter også når skal samt mod blev siden der hvor jeres lavet hver brug åbent meget være kun bliver få os hvad gør år dag',
    ),
  ],
  [
    'no',
    list(
      'og å det som en et av for på med er vi du din ditt våre vår til i den de om ikke fra har kan eller alle hos mer oss dere så ved etter også når skal samt mot blir ble siden hva hvor deg være bare noe mye uten enn år dag gjør hver få',
    ),
  ],
  [
    'fi',
    list(
      'ja on ei se että oli olla tai kun myös sekä voi ovat mukaan niin kuin joka sen ovat meillä sinun meidän teidän kanssa vuonna kaikki yli ota yhteyttä jos mutta nyt ole tämä siitä vain',
    ),
  ],
  [
    'pl',
    list(
      'i w na z do nie się jest że to dla od o po za jak oraz przez co ale lub nasz nasza nasze twój są już tak tym ze przy pod więcej aby może jako który która które tylko nas',
    ),
  ],
  [
    'cs',
    list(
      'a v na se je že s z do pro o i k ve jsme jsou nebo jak po od za při co také ale vás naše náš vám více než který která které jen aby kde si pod už být',
    ),
  ],
  [
    'hu',
    list(
      'a az és hogy nem is egy van meg ez csak vagy mint már ki de fel még minden mi ha el több azt így nekünk ön önök vagyunk lehet után alatt számára által kapcsolat szerint',
    ),
  ],
  [
    'ro',
    list(
      'și de la cu pentru în din o un este sunt care pe mai că nu sau noastre nostru prin ce ca fi să vă dumneavoastră ai au cum toate despre acest această după',
    ),
  ],
  [
    'tr',
    list(
      've bir bu için ile de da olarak daha çok en ne var biz sizin olan gibi kadar sonra her ya değil tüm veya size bizim üzere olup ise',
    ),
  ],
  [
    'ca',
    list(
      'el la els les de del i en que un una per amb seu nostre nostra és són més com al no o també des fins aquest aquesta tots ens us som ha ser pels als',
    ),
  ],
  [
    'et',
    list(
      'ja on ei et see meie teie oma või kui ka mis selle kes kõik saab oma ning üle koos aga ole olema juures jaoks',
    ),
  ],
  [
    'lt',
    list('ir yra į iš kad su tai ne mūsų jūsų nuo kaip už apie arba bei per gali kuris tik dar visi prie'),
  ],
  [
    'hr',
    list(
      'i u na je za se s od da su ili kao što koji koja iz do naš naša vaš po uz nije sve više te bi će kod',
    ),
  ],
  [
    'sk',
    list(
      'a v na sa je že s z do pre o aj k vo sme sú alebo ako po od za pri čo tiež ale vás naše náš vám viac než ktorý ktorá ktoré len aby kde si pod už byť',
    ),
  ],
]

/** Languages that a script of writing gives away. */
export const scripts: ReadonlyArray<readonly [language: string, letters: RegExp]> = [
  ['ja', /[\u3040-\u30ff]/gu],
  ['ko', /[\uac00-\ud7af]/gu],
  ['el', /[\u0370-\u03ff]/gu],
  ['he', /[\u0590-\u05ff]/gu],
  ['th', /[\u0e00-\u0e7f]/gu],
  ['ar', /[\u0600-\u06ff]/gu],
  ['hi', /[\u0900-\u097f]/gu],
]
export const cyrillic = /[\u0400-\u04ff]/gu
export const han = /[\u4e00-\u9fff]/gu

export const patterns = [...scripts.map(([, letters]) => letters), cyrillic, han]
