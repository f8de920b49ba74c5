/** The parts of a sentence that says nothing: each opening goes with each subject, and so on. */
interface Stock {
  openings: readonly string[]
  subjects: readonly string[]
  verbs: readonly string[]
  objects: readonly string[]
}

const english: Stock = {
  openings: ['Every morning', 'Over the years', 'Step by step', 'In the end', 'As so often', 'Now and then'],
  subjects: ['the light', 'a good habit', 'the work', 'this small detail', 'the weather', 'patience'],
  verbs: ['changes', 'asks for', 'brings back', 'leaves room for', 'quietly shapes', 'outlives'],
  objects: [
    'the way things look',
    'a second thought',
    'what nobody planned',
    'the mood of a room',
    'the rest',
  ],
}

const stocks: Readonly<Record<string, Stock>> = {
  en: english,
  de: {
    openings: [
      'Jeden Morgen',
      'Mit den Jahren',
      'Schritt für Schritt',
      'Am Ende',
      'Wie so oft',
      'Hin und wieder',
    ],
    subjects: ['verändert das Licht', 'prägt die Gewohnheit', 'braucht die Arbeit', 'überdauert die Geduld'],
    verbs: ['ganz leise', 'ohne viel Aufhebens', 'von selbst', 'wie nebenbei', 'beinahe unbemerkt'],
    objects: ['den Blick auf die Dinge', 'einen zweiten Gedanken', 'die Stimmung im Raum', 'alles andere'],
  },
  fr: {
    openings: ['Chaque matin,', 'Avec les années,', 'Pas à pas,', 'À la fin,', 'Comme souvent,'],
    subjects: ['la lumière', 'une bonne habitude', 'le travail', 'ce petit détail', 'la patience'],
    verbs: ['change', 'demande', 'ramène', 'façonne doucement', 'dépasse'],
    objects: ['la manière de voir', 'une seconde pensée', 'ce que personne n’avait prévu', 'tout le reste'],
  },
  it: {
    openings: ['Ogni mattina', 'Con gli anni', 'Passo dopo passo', 'Alla fine', 'Come spesso accade'],
    subjects: ['la luce', 'una buona abitudine', 'il lavoro', 'questo piccolo dettaglio', 'la pazienza'],
    verbs: ['cambia', 'chiede', 'riporta', 'disegna piano', 'supera'],
    objects: [
      'il modo di guardare',
      'un secondo pensiero',
      'quello che nessuno aveva previsto',
      'tutto il resto',
    ],
  },
  es: {
    openings: ['Cada mañana', 'Con los años', 'Paso a paso', 'Al final', 'Como tantas veces'],
    subjects: ['la luz', 'una buena costumbre', 'el trabajo', 'este pequeño detalle', 'la paciencia'],
    verbs: ['cambia', 'pide', 'devuelve', 'dibuja despacio', 'supera'],
    objects: ['la manera de mirar', 'un segundo pensamiento', 'lo que nadie había previsto', 'todo lo demás'],
  },
  nl: {
    openings: ['Elke ochtend', 'Met de jaren', 'Stap voor stap', 'Uiteindelijk', 'Zoals zo vaak'],
    subjects: ['verandert het licht', 'vraagt het werk', 'overleeft het geduld', 'vormt de gewoonte'],
    verbs: ['heel stil', 'zonder veel woorden', 'vanzelf', 'bijna ongemerkt'],
    objects: ['de blik op de dingen', 'een tweede gedachte', 'de sfeer in de kamer', 'al het andere'],
  },
  sv: {
    openings: ['Varje morgon', 'Med åren', 'Steg för steg', 'Till slut', 'Som så ofta'],
    subjects: ['förändrar ljuset', 'kräver arbetet', 'överlever tålamodet', 'formar vanan'],
    verbs: ['alldeles tyst', 'utan många ord', 'av sig själv', 'nästan obemärkt'],
    objects: ['blicken på tingen', 'en andra tanke', 'stämningen i rummet', 'allt det andra'],
  },
  no: {
    openings: ['Hver morgen', 'Med årene', 'Steg for steg', 'Til slutt', 'Som så ofte'],
    subjects: ['forandrer lyset', 'krever arbeidet', 'overlever tålmodigheten', 'former vanen'],
    verbs: ['ganske stille', 'uten mange ord', 'av seg selv', 'nesten ubemerket'],
    objects: ['blikket på tingene', 'en ekstra tanke', 'stemningen i rommet', 'alt det andre'],
  },
  pl: {
    openings: ['Każdego ranka', 'Z biegiem lat', 'Krok po kroku', 'Na końcu', 'Jak to często bywa'],
    subjects: ['światło', 'dobry zwyczaj', 'ten drobny szczegół', 'cierpliwość'],
    verbs: ['zmienia', 'przynosi', 'po cichu kształtuje', 'przypomina'],
    objects: ['sposób patrzenia', 'drugą myśl', 'nastrój w pokoju', 'całą resztę'],
  },
  pt: {
    openings: ['Todas as manhãs', 'Com os anos', 'Passo a passo', 'No fim', 'Como tantas vezes'],
    subjects: ['a luz', 'um bom hábito', 'o trabalho', 'este pequeno pormenor', 'a paciência'],
    verbs: ['muda', 'pede', 'devolve', 'desenha devagar', 'ultrapassa'],
    objects: ['a maneira de olhar', 'um segundo pensamento', 'aquilo que ninguém previu', 'tudo o resto'],
  },
}

/** One sentence in the language, in English where there is none; safe in every charset. */
export function proseSentence(language: string, random: (below: number) => number): string {
  const { openings, subjects, verbs, objects } = stocks[language] ?? english
  const words = [openings, subjects, verbs, objects].map((list) => list[random(list.length)])
  return `${words.join(' ')}.`.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`)
}
