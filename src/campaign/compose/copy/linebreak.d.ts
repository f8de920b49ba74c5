declare module 'linebreak' {
  /** Where a text may be broken (UAX #14): `position` is the UTF-16 offset of what follows the break. */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
