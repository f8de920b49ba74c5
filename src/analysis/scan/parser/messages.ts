import type { Sitemap } from '../crawl/sitemap.ts'
import type { RobotsAnswer, RobotsQuestion } from '../robots/robots-reader.ts'
import { decodeHead, type Frame } from './frames.ts'
import { ParseFailed } from './parse-failed.ts'
import type { ParsedPage } from './parsed-page.ts'

/** The head of a frame to the child; the body is that of the fetched response. */
export type Request =
  | {
      kind: 'page'
      url: string
      contentType: string | undefined
      headers: ReadonlyArray<readonly [name: string, value: string]>
      viaBrowser: boolean
      excerpt?: boolean
    }
  | { kind: 'sitemap'; contentType: string | undefined }
  | ({ kind: 'robots' } & RobotsQuestion)

/** What the child returns for each kind of request. */
interface Results {
  page: ParsedPage
  sitemap: Sitemap
  robots: RobotsAnswer
}

/** The head of a frame from the child. The first one reports that it is ready. */
export type Answer =
  | { kind: 'ready'; memoryLimited: boolean }
  | { [Kind in keyof Results]: { kind: Kind; result: Results[Kind]; rssBytes: number } }[keyof Results]
  | { kind: 'failed'; reason: 'memory' | 'crashed'; message: string }

/** Larger than any body that the scan fetches. */
export const requestBytesMax = 64 * 1024 * 1024
/** A result has at most 1 MiB of JSON, which may triple in UTF-8. */
export const answerBytesMax = 4 * 1024 * 1024

/** Both sides are the same build, so a decodable frame has the declared type. */
export const requestOf = (frame: Frame): Request => decodeHead(frame) as Request
export const answerOf = (frame: Frame): Answer => decodeHead(frame) as Answer

/** @throws ParseFailed for the answer to another kind of request: the child is untrusted */
export function resultOf<Kind extends keyof Results>(kind: Kind, answer: Answer): Results[Kind] {
  const isOfKind = (one: Answer): one is Answer & { result: Results[Kind] } => one.kind === kind
  if (!isOfKind(answer)) throw new ParseFailed('crashed', `the answer is not that of a ${kind} request`)
  return answer.result
}
