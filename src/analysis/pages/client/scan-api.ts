import { askServer, type Problem, Refused } from '../../../kernel/web/client/ask-server.ts'
import type { PublishedCatalog } from '../../catalog/catalog.ts'
import type { ChatAnswer } from '../../chat/schema.ts'
import type { DiagnoseResult, GivenAnswers } from '../../diagnose/schema.ts'
import type { SavedReport } from '../../reports/schema.ts'
import type { ScannedPage, ScanProgress, ScanResult } from '../../scan/schema.ts'

/** Scans a website. @throws Refused */
export async function scanWebsite(
  url: string,
  {
    signal,
    fresh,
    onProgress,
  }: { signal: AbortSignal; fresh: boolean; onProgress: (progress: ScanProgress) => void },
): Promise<ScanResult> {
  const response = await askServer(
    '/api/scan/stream',
    { url },
    { signal, ...(fresh && { headers: { 'cache-control': 'no-cache' } }) },
  )
  let result: ScanResult | undefined
  for await (const { name, data } of eventsOf(response)) {
    if (name === 'stage') onProgress(parsed<{ stage: never }>(data))
    if (name === 'page') onProgress({ page: parsed<ScannedPage>(data) })
    if (name === 'problem') throw new Refused(parsed<Problem>(data))
    if (name === 'result') result = parsed<ScanResult>(data)
  }
  if (result === undefined) throw new Refused({ detail: 'The connection ended before the scan: try again' })
  return result
}

export const readCatalog = async (): Promise<typeof PublishedCatalog.static> =>
  await (await askServer('/api/catalog')).json()

export const recommend = async (answers: GivenAnswers): Promise<DiagnoseResult> =>
  await (await askServer('/api/diagnose', answers)).json()
export const askConcierge = async (body: object): Promise<ChatAnswer> =>
  await (await askServer('/api/chat', body)).json()
export const saveReport = async (body: object): Promise<SavedReport> =>
  await (await askServer('/api/reports', body)).json()
/** @throws Refused */
export const deleteReport = async (id: string, token: string): Promise<void> => {
  await askServer(`/api/reports/${id}`, undefined, {
    method: 'DELETE',
    headers: { 'x-deletion-token': token },
  })
}
export const createKit = async (body: object): Promise<Kit> => {
  const { kit } = await (await askServer('/api/brand-kits', body)).json()
  return kit
}

export interface Kit {
  id: string
  version: number
  logoUrl?: string
}

async function* eventsOf(response: Response): AsyncGenerator<{ name: string; data: string }> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const messages = (text + chunk).split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      // A full stop would end at U+2028, which quotes of websites may contain.
      const name = /^event: ([^\n]*)/m.exec(message)?.[1]
      const data = /^data: ([^\n]*)/m.exec(message)?.[1]
      if (name !== undefined && data !== undefined) yield { name, data }
    }
  }
}

function parsed<Value>(data: string): Value {
  const value: Value = JSON.parse(data)
  return value
}
