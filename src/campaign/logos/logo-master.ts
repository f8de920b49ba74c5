/** An uploaded logo as it is composited: checked, oriented, in sRGB. */
export interface LogoMaster {
  /** SHA-256 of `png`, in hexadecimal. */
  sha256: string
  /** Of `png`, in pixels. */
  width: number
  height: number
  /** The sRGB PNG master, RGBA. */
  png: Uint8Array
  /** The checked SVG that `png` was rasterised from; absent for logos that were uploaded as pixels. */
  svg?: Uint8Array
  /** Whether all visible pixels have one colour, so that a tint keeps what it shows. */
  isOneColor: boolean
}
