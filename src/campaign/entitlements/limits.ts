import { multipartBytesMax } from '../../kernel/http/bounded-body.ts'
import { fontLimits } from '../fonts/font-limits.ts'
import { baseImageLimits, logoLimits } from '../images/image-limits.ts'

/** Limits of all callers together and of one request; published in the cards. */
export const campaignLimits = {
  inFlight: 64,
  /** Part of `inFlight`: comparisons and repeated runs for receipts. */
  verificationsInFlight: 8,
  logoBytes: logoLimits.bytesMax,
  imageBytes: baseImageLimits.bytesMax,
  imagePixels: baseImageLimits.pixelsMax,
  uploadBodyBytes: multipartBytesMax,
  /** Of the form of a photo. */
  photoBodyBytes: baseImageLimits.bytesMax + 65_536,
  fontBytes: fontLimits.bytesMax,
  fetchSeconds: 15,
} as const
