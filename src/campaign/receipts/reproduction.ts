import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from '../../kernel/http/schema-parts.ts'
import { FormatName, PixelSha256 } from '../field-schemas.ts'
import type { Receipt } from './receipt.ts'

const reasons = ['receipt', 'scene', 'engine', 'kit', 'logo'] as const

export type ReproductionReason = (typeof reasons)[number]

export const Reproduction = Type.Object(
  {
    possible: Type.Boolean(),
    reason: Type.Optional(OneOf(reasons)),
    same: Type.Optional(
      Type.Boolean({ description: 'Whether the new run made the same pixels for every asset.' }),
    ),
    assets: Type.Optional(
      Type.Array(
        Type.Object({
          format: FormatName,
          variant: Type.Optional(Type.Integer()),
          pixelSha256: PixelSha256,
          same: Type.Boolean(),
        }),
      ),
    ),
  },
  {
    description:
      '`reason` says why the run cannot be repeated: `receipt`, it is not valid, or was not issued here; `scene`, its scene is of an image model, or of a picture that is not stored here; `engine`, another version of this service made it; `kit` or `logo`, that is not there any longer.',
  },
)
export type Reproduction = Static<typeof Reproduction>

/** Renders the assets of a receipt again from its `spec` and compares their pixels. Nothing is stored. */
export type Reproduce = (
  receipt: Receipt,
  /** The caller of the run; undefined if this service did not issue the receipt. */
  owner: string | undefined,
  signal: AbortSignal,
) => Promise<Reproduction>
