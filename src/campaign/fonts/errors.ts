import { AppError } from '../../kernel/runtime/errors.ts'
import { CampaignError } from '../errors.ts'
import { countText } from '../images/errors.ts'

/** A font that cannot be used; the message states the reason and the remedy. */
export class FontRejected extends AppError {
  readonly status = 422
  readonly slug = 'font_rejected'
  readonly state: string
  readonly need: string
  /** @param state what the font is, does or has, such as `has 60,000 glyphs`; @param need what to do about it */
  constructor(state: string, need: string, options: { cause?: unknown } = {}) {
    super(`Cannot use this font as it ${state}: ${need}`, options)
    this.state = state
    this.need = need
  }
}

export class FontTooLarge extends AppError {
  readonly status = 413
  readonly slug = 'content_too_large'
  constructor(bytesMax: number) {
    super(`Cannot use this font as it is too large: at most ${countText(bytesMax)} bytes are read`)
  }
}

export class UnsupportedFont extends AppError {
  readonly status = 415
  readonly slug = 'unsupported_media_type'
  /** @param found what the content is, such as `a font collection` */
  constructor(found: string) {
    super(`Cannot use this file as it is ${found}: send one font as TTF, OTF or WOFF2`)
  }
}

export class FontNotFound extends CampaignError {
  readonly status = 404
  readonly slug = 'font_not_found'
  constructor(id: string) {
    super(`Cannot find the font "${id}" among yours: POST /api/fonts uploads one, GET /api/fonts lists them`)
  }
}

/** A font that a version of a kit has. */
export class FontInUse extends CampaignError {
  readonly status = 409
  readonly slug = 'font_in_use'
  constructor(id: string) {
    super(
      `Cannot delete the font "${id}" as a version of a brand kit has it, and versions never change: fonts that none has are deleted after 7 days`,
    )
  }
}
