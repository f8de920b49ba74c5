/** Scans a website, answers its question, shows the recommendation, and saves a report that it deletes again. */
import { answerOf, cairn } from './client.ts'

const url = process.argv[3] ?? `http://larkfield-cycles.localhost:${process.env['SAMPLE_PORT'] ?? 8788}/`

const scan = await answerOf(cairn.POST('/api/scan', { body: { url } }))
const { name, description } = scan.profile
console.log(`${name?.value ?? scan.domain}: ${description?.value ?? scan.description}`)
for (const { text, confidence, sources } of scan.facts.slice(0, 8))
  console.log(`  ${confidence.padEnd(6)} ${text}  <- ${sources[0]?.url ?? ''}`)

const { label, field, options, because } = scan.followUpQuestion
console.log(`\n${label} The options follow from:`)
for (const { id, text } of scan.facts) if (because.includes(id)) console.log(`  ${text}`)
console.log('They are:')
for (const option of options) console.log(`  - ${option}`)

// A person chooses; here it is the first option.
const { source: _, ...suggested } = scan.suggestedAnswers
const [chosen = ''] = options
const answers = { ...suggested, [field]: field === 'painPoints' || field === 'tools' ? [chosen] : chosen }
const recommendation = await answerOf(cairn.POST('/api/diagnose', { body: answers }))
console.log(`\nRecommended: ${recommendation.product?.name ?? 'nothing yet'}. ${recommendation.reasoning}`)

const saved = await answerOf(
  cairn.POST('/api/reports', {
    body: { consent: true, path: 'manual', answers, recommendation },
  }),
)
console.log(`\nReport ${saved.shareUrl}, until ${saved.expiresAt}`)
await answerOf(
  cairn.DELETE('/api/reports/{id}', {
    params: { path: { id: saved.id }, header: { 'X-Deletion-Token': saved.deletionToken } },
  }),
)
console.log('Report deleted')
