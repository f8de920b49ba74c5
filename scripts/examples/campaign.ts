/** Uploads a logo, makes a kit of it, renders a campaign, approves it as a reviewer, and verifies a file by its receipt. */
import { mkdir } from 'node:fs/promises'
import { answerOf, cairn, noServer, server } from './client.ts'

const folder = process.argv[3] ?? 'campaign-files'
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 160"><circle cx="80" cy="80" r="60" fill="#c8643c"/><rect x="170" y="50" width="210" height="60" rx="30" fill="#1f3a4d"/></svg>'

const form = new FormData()
form.append('logo', new File([logo], 'logo.svg', { type: 'image/svg+xml' }))
const upload = await fetch(`${server}/api/upload-logo`, { method: 'POST', body: form }).catch(noServer)
const { logoUrl }: { logoUrl: string } = await upload.json()

const { kit } = await answerOf(
  cairn.POST('/api/brand-kits', { body: { name: 'Northway', logoUrl, palette: ['#1f3a4d', '#c8643c'] } }),
)
console.log(`Kit ${kit.id}@${kit.version}`)

const run = await answerOf(
  cairn.POST('/api/agent', {
    body: {
      command: 'Mountain trail in autumn. Headline "Go further". Square and portrait.',
      parameters: { brandKitId: kit.id, text: { headline: 'Go further', cta: 'Plan a route' } },
    },
  }),
)
if (run.status !== 'completed') throw new Error(`The run is ${run.status}: ${JSON.stringify(run)}`)
for (const warning of run.warnings ?? []) console.log(`  warning: ${warning}`)

await mkdir(folder, { recursive: true })
for (const { format, resultUrl } of run.assets ?? []) {
  await Bun.write(`${folder}/${format}.png`, await (await fetch(resultUrl)).bytes())
  console.log(`  ${folder}/${format}.png`)
}

// A reviewer opens this address in a browser; its fragment is the token of the review.
console.log(`Review ${run.studioReviewUrl}`)
const id = String(run.draftId)
const headers = { authorization: `Bearer ${new URL(String(run.studioReviewUrl)).hash.slice(1)}` }
const { draft } = await answerOf(cairn.GET('/api/drafts/{id}', { params: { path: { id } }, headers }))
await answerOf(
  cairn.POST('/api/drafts/{id}/decision', {
    params: { path: { id } },
    headers,
    body: { decision: 'approve', assetHash: String(draft.assetHash), by: 'Mira' },
  }),
)
const check = new FormData()
check.append('receiptId', String(run.provenanceReceiptId))
check.append('asset', Bun.file(`${folder}/square.png`))
const verified = await fetch(`${server}/api/provenance/verify`, { method: 'POST', body: check })
console.log('Receipt', await verified.json())
