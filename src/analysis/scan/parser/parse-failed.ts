/** `busy`: more pages wait than the parser takes; the others say what became of the child that had the page. */
export type ParseFailure = 'timeout' | 'memory' | 'crashed' | 'busy'

/** A page that could not be parsed. It concerns this page only: the next one gets a fresh child. */
export class ParseFailed extends Error {
  override readonly name = 'ParseFailed'
  readonly reason: ParseFailure
  constructor(reason: ParseFailure, detail: string) {
    super(`Cannot parse the page: ${detail}`)
    this.reason = reason
  }
}
