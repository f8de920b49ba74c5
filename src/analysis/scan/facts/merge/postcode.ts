/** The postcode stands after the street; it has four digits at least, or is one like SW1A 1AA. */
export function postcodeIn(address: string): string | undefined {
  const rest = address.split(',').slice(1).join(',')
  return /\b(?:\d{4,6}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b/.exec(rest)?.[0]
}
