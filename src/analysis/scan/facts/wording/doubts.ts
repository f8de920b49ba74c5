import { createPhraseFinder } from './phrases.ts'

const doubts = createPhraseFinder(
  [
    "not|don't|doesn't|isn't|aren't|can't|won't|cannot|no longer|no|never|without|neither|nor|unlike|instead of|yet",
    'nicht|kein|keine|keinen|keiner|keinerlei|ohne|statt|noch nicht|niemals|weder',
    'pas|sans|aucun|aucune|jamais|ne|sin|ningún|ninguna|nunca|senza|non|nessun|nessuna|niet|geen|zonder|nooit|todavía|ancora',
    "coming soon|soon|planned|plan to|planning to|plans to|roadmap|in progress|in preparation|upcoming|will|we'll|working towards|working toward|working on|on track|on our way|pursuing|pursue|in the process of|preparing|aim to|aiming|aims to|intend to|expect|expected|expects|target|targeting|by the end of|later this year|next year|this year|under way|underway|ongoing|pending|future|eventually|hope to|hoping to|would|could|might|once we|once our|seeking|working to",
    'geplant|demnächst|in vorbereitung|in kürze|bald|streben|angestrebt|anstreben|werden wir|arbeiten an|arbeiten daran|in arbeit|zukünftig|künftig|vorgesehen|befinden uns|prozess der|wird derzeit|vorbereitet',
    'bientôt|prochainement|prévu|en cours|à venir|prévue|visons|próximamente|pronto|en proceso|en curso|previsto|prossimamente|in arrivo|presto|in corso|binnenkort|gepland|in voorbereiding|wordt gewerkt',
  ].flatMap((list) => list.split('|').map((phrase) => [phrase, true] as const)),
)

/** Whether a sentence denies something, or only plans it. */
export function isDoubtful(sentence: string): boolean {
  return doubts(sentence).length > 0
}
