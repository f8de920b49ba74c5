import type { Receipt } from '../../../src/campaign/receipts/receipt.ts'
import { type CampaignServer, startCampaignServer } from '../../support/campaign-server.ts'

/** A server that has issued a receipt for one square asset with a procedural scene. */
export async function startReceiptServer() {
  const server = await startCampaignServer()
  const run = await server.post('/api/agent', {
    command: 'Silk, square',
    parameters: { brandKitId: 'demo-launch', seed: 7 },
  })
  const { provenanceReceiptId, resultUrl } = await run.json()
  const receipt: Receipt = await server.area.deps.receipts.read(provenanceReceiptId)
  const png = await (await fetch(resultUrl)).bytes()
  return { server, receipt, assetUrl: String(resultUrl), png }
}

/** Sends JSON to be verified. */
export async function verifyAt(server: CampaignServer, body: unknown) {
  return await answerOf(await server.post('/api/provenance/verify', body))
}

/** Sends a form with a file to be verified. */
export async function uploadAt(server: CampaignServer, file: Uint8Array, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('asset', new Blob([new Uint8Array(file)]), 'asset.png')
  return await answerOf(await fetch(`${server.url}/api/provenance/verify`, { method: 'POST', body: form }))
}

/** The name of the server's key. */
export async function kidAt(server: CampaignServer): Promise<string> {
  return (await server.area.deps.receiptKeys.list())[0]?.kid ?? ''
}

async function answerOf(response: Response) {
  return { status: response.status, body: await response.json() }
}
