import { AppError } from '../../kernel/runtime/errors.ts'

/** An image of an accepted type that cannot be used; the message states the reason and the remedy. */
export class ImageRejected extends AppError {
  readonly status = 422
  readonly slug = 'image_rejected'
  readonly state: string
  readonly need: string
  /** @param state what the image is, does or has, such as `has 2 pages`; @param need what to do about it */
  constructor(state: string, need: string, options: { cause?: unknown } = {}) {
    super(`Cannot use this image as it ${state}: ${need}`, options)
    this.state = state
    this.need = need
  }
}

export class ImageTooLarge extends AppError {
  readonly status = 413
  readonly slug = 'content_too_large'
  constructor(bytesMax: number) {
    super(`Cannot use this image as it is too large: at most ${countText(bytesMax)} bytes are read`)
  }
}

export class UnsupportedImage extends AppError {
  readonly status = 415
  readonly slug = 'unsupported_media_type'
  /** @param found what the content is, such as `a GIF image` */
  constructor(found: string) {
    super(`Cannot use this file as it is ${found}: send a PNG, JPEG, WebP, AVIF, TIFF, GIF or SVG image`)
  }
}

export class InvalidImageUrl extends AppError {
  readonly status = 400
  readonly slug = 'invalid_url'
  constructor() {
    super(
      'Cannot fetch this image: give an http or https URL without user name or password, on the usual port',
    )
  }
}

/** One message for all reasons: separate ones would reveal the network behind this server. */
export class ImageUrlNotAllowed extends AppError {
  readonly status = 400
  readonly slug = 'url_not_allowed'
  constructor() {
    super('Cannot fetch this image as its URL does not lead to a public website: use a public URL')
  }
}

export class SourceUnreachable extends AppError {
  readonly status = 502
  readonly slug = 'source_unreachable'
  /** @param state what its server does, such as `answers with status 404` */
  constructor(state: string, options: { cause?: unknown } = {}) {
    super(`Cannot fetch this image as its server ${state}: check the URL or try again later`, options)
  }
}

/** A count with separators for thousands, as messages have it. */
export function countText(count: number): string {
  return count.toLocaleString('en-US')
}
