export const utf8 = (text: string) => new TextEncoder().encode(text)

/** An SVG whose root is on line 1. */
export function svg(inside: string, attributes = 'viewBox="0 0 100 50"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`
}

export const box = '<rect width="50" height="50" fill="#1f6f54"/>'

export const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('')
