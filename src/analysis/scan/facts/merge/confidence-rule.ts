/** The rule by which facts get their confidence, as it is published. */
export const confidenceRule = [
  'high: structured data (JSON-LD, Open Graph, microdata, tel: links, mailto: links to the site’s own domain, records), or the same thing said in plain words in two independent places, which are two different pages or two kinds of place on one page.',
  'medium: said in plain words in one place, or by a mailto: link to another domain.',
  'low: concluded from wording only.',
  'Where places disagree about something that has one value, the better supported value stays, at most medium when the other is as well supported, and the others are low; the disagreement is a conflict fact, as sure as the weaker side.',
  'An absence is low: pages that were not read may hold what was looked for.',
].join(' ')
