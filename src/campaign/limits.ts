import { multipartBytesMax } from '../kernel/http/bounded-body.ts'
import { baseImageLimits, logoLimits } from './images/image-limits.ts'

/** What all callers may have at once, and one may send; published in the cards. */
export const campaignLimits = {
  inFlight: 64,
  /** Of `inFlight`: files that are compared and runs that are repeated for receipts. */
  verificationsInFlight: 8,
  logoBytes: logoLimits.bytesMax,
  imageBytes: baseImageLimits.bytesMax,
  imagePixels: baseImageLimits.pixelsMax,
  uploadBodyBytes: multipartBytesMax,
  fetchSeconds: 15,
} as const
