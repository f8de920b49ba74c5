/** Four digits at least, three and two as in Sweden, or letters and digits as in the United Kingdom and Ireland. */
const postcode = /\b(?:\d{4,6}|\d{3} \d{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[\dW] ?[A-Z\d]{4})\b/

/** The postcode of an address on one line; it stands behind the street, after the first comma. */
export function postcodeIn(address: string): string | undefined {
  return postcode.exec(address.split(',').slice(1).join(','))?.[0]
}
