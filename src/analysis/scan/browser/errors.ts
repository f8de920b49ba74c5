export type RenderFailure = 'timeout' | 'crashed' | 'refused' | 'too_large' | 'blocked_by_site'

/** This machine cannot run a confined browser; the scan uses the static pages only. */
export class BrowserUnavailable extends Error {
  override readonly name = 'BrowserUnavailable'
}

/** The browser ran, but this page could not be rendered within the limits. */
export class RenderFailed extends Error {
  override readonly name = 'RenderFailed'
  readonly reason: RenderFailure

  constructor(reason: RenderFailure, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.reason = reason
  }
}
