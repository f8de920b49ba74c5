import { AppError } from '../../../kernel/runtime/errors.ts'
import { scriptOf } from './script-of.ts'

const supported =
  'Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Japanese, Korean, Simplified Chinese and emoji'

/** Copy in a script or with a character that no bundled font has. */
export class UnsupportedScript extends AppError {
  readonly status = 400
  readonly slug = 'invalid_request'

  /** @param example a grapheme of the copy that cannot be drawn */
  constructor(example: string) {
    const script = scriptOf(example)?.name
    const characters = Array.from(
      example,
      (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
    super(
      `Cannot set "${example}" (${characters.slice(0, 4).join(' ')}${script === undefined ? '' : `, script ${script}`}) as no font here has it: copy may use ${supported}`,
      { extra: { script: script ?? null, example } },
    )
  }
}
