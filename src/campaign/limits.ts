import { multipartBytesMax } from '../kernel/http/bounded-body.ts'
import { baseImageLimits, logoLimits } from './images/image-limits.ts'

/** What one caller, and all of them, may have at once or send; published in the cards. */
export const campaignLimits = {
  inFlightPerCaller: 10,
  inFlight: 64,
  logoBytes: logoLimits.bytesMax,
  imageBytes: baseImageLimits.bytesMax,
  imagePixels: baseImageLimits.pixelsMax,
  uploadBodyBytes: multipartBytesMax,
  fetchSeconds: 15,
} as const
