/** RFC 9309, section 2.5: at least 500 KiB must be read. */
export const robotsBytesMax = 500 * 1024

/**
 * The text of a robots.txt, cut to 500 KiB. A line cut in half is dropped: half an `Allow: /a/b` would allow more than
 * the site intended.
 */
export function decodeRobots(bytes: Uint8Array, bytesMax = robotsBytesMax): string {
  const cut = bytes.length > bytesMax
  const [first, second] = bytes
  const utf16 =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined
  const text = new TextDecoder(utf16 ?? 'utf-8').decode(cut ? bytes.subarray(0, bytesMax) : bytes)
  const whole = cut ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) : text
  // Part of a byte order mark decodes as one or two replacement characters.
  return whole.replace(/^[\ufeff\ufffd]{1,2}/, '').replaceAll('\0', '\ufffd')
}
