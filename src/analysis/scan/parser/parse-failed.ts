/** `busy`: the queue is full, or no child starts; the others are the reason why the child exited. */
export type ParseFailure = 'timeout' | 'memory' | 'crashed' | 'busy'

/** A page that could not be parsed. Other pages are not affected: the child is replaced. */
export class ParseFailed extends Error {
  override readonly name = 'ParseFailed'
  readonly reason: ParseFailure
  constructor(reason: ParseFailure, detail: string) {
    super(`Cannot parse the page: ${detail}`)
    this.reason = reason
  }
}
