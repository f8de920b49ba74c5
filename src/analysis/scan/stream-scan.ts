import { Type as t } from '@sinclair/typebox'
import type { Scanner, ScanOptions } from './scanner.ts'
import type { ScanProgress } from './schema.ts'

export const ScanStream = t.String({
  contentMediaType: 'text/event-stream',
  description:
    'Server-sent events. `stage`: `{stage}`, which begins. `page`: one of `pages` of a result, when it was read or left out. Then one `result`, as POST /api/scan answers it, or one `problem`.',
  examples: ['event: stage\ndata: {"stage":"start"}\n\n'],
})

/**
 * A scan with its progress as server-sent events. The stream begins with the first progress: what is refused before
 * rejects. The end of the stream's reader aborts the scan.
 * @param problemOf the body for an error of a scan that has begun
 * @throws invalid_url, url_not_allowed, busy, rate_limited, stopping, and scan_failed before the first progress
 */
export async function streamScan(
  scanner: Scanner,
  url: string,
  options: Omit<ScanOptions, 'onProgress'>,
  problemOf: (error: unknown) => Promise<unknown>,
): Promise<ReadableStream<Uint8Array>> {
  const leaving = new AbortController()
  const begun = Promise.withResolvers<void>()
  const early: string[] = []
  let send = (text: string): void => void early.push(text)
  const result = scanner.scan(url, {
    ...options,
    signal: AbortSignal.any([options.signal, leaving.signal]),
    onProgress: (progress) => {
      send(messageOf(progress))
      begun.resolve()
    },
  })
  await Promise.race([begun.promise, result])
  const encoder = new TextEncoder()
  return new ReadableStream({
    async start(controller) {
      // A listener that throws would end the scan for others who share it.
      send = (text) => {
        if (!leaving.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      early.forEach(send)
      try {
        send(event('result', await result))
      } catch (error) {
        if (leaving.signal.aborted || options.signal.aborted) return
        send(event('problem', await problemOf(error)))
      }
      controller.close()
    },
    cancel: () => leaving.abort(new Error('the reader of the stream left')),
  })
}

function messageOf(progress: ScanProgress): string {
  return 'stage' in progress ? event('stage', progress) : event('page', progress.page)
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
