/** Widths that previews are made in, in pixels; a narrower image keeps its own. */
export const previewWidths = [320, 640, 960, 1280] as const

/** The address of a preview of the PNG at `url`. */
export function previewUrlOf(url: string, width: number): string {
  return url.replace(/\.png$/, `-${width}.webp`)
}
