const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** No report has it: those that are drawn say their version. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** An id that can be looked up. What is no UUID is looked up as well, so that it takes as long as one that is unknown. */
export function lookupId(text: string): string {
  return uuidPattern.test(text) ? text.toLowerCase() : nobody
}
