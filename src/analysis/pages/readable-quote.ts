const link = /<a\s[^<>]*>([^<>]*)<\/a>/gi
const tag =
  /<\/?(?:h[1-6]|p|div|span|br|hr|li|[uod]l|d[td]|t[drh]|table|t(?:head|body)|strong|em|small|time|address|section|article|figure|figcaption)(?:\s[^<>]*)?\/?>/gi

/** A quote for readers: markup between its words becomes a space. A quote of markup alone stays as it is. */
export function readableQuote(quote: string): string {
  const text = quote.replace(link, '$1').replace(tag, ' ')
  return text === quote || text.trim() === '' ? quote : text.replace(/\s+/g, ' ').trim()
}
