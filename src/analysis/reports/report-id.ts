const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The nil UUID; generated ids have a version number. */
const nilUuid = '00000000-0000-0000-0000-000000000000'

/** An id to look up. Malformed ids become the nil UUID, so that they take as long as unknown ones. */
export function lookupId(text: string): string {
  return uuidPattern.test(text) ? text.toLowerCase() : nilUuid
}
