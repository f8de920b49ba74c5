import type { Line } from '../document/lines.ts'

export const copyrightMark = /[©ⓒⒸ]|\(c\)|copyrights?/i
const leadIn = /^[\s©ⓒⒸ\d–—\-,./:()|]+|^(?:copyrights?|by|\(c\))\b/i
/** The preposition of `© 2025 por Acme`; in capitals it is a part of the name, as in `Da Vinci`. */
const writtenBy = /^(?:por|by|von|par|da|di|af|av|door|przez|durch|od|dal|della|do|pela|pelo) /
const rights =
  /\b(?:all rights|alle rechte|tous droits|todos los derechos|tutti i diritti|alla rättigheter|alle rettigheder|wszelkie prawa|minden jog|všechna práva|kaikki oikeudet|todos os direitos)|[|·•]|\. | [–—-] /i

/** `Acme GmbH` of `© 2015–2024 Acme GmbH. All rights reserved.` */
export function copyrightHolder(line: Line): string | undefined {
  if (line.text.length > 300 || (line.area !== 'footer' && line.text.length > 120)) return undefined
  const mark = copyrightMark.exec(line.text)
  if (mark === null) return undefined
  let rest = line.text.slice(mark.index + mark[0].length)
  if (mark.index > 0 && rest.replace(/[\s\d.–-]/g, '') === '') rest = line.text.slice(0, mark.index)
  for (let step = 0; step < 6; step++) {
    const lead = leadIn.exec(rest)?.[0]
    if (lead === undefined || lead === '') break
    rest = rest.slice(lead.length)
  }
  rest = rest.replace(writtenBy, '')
  const end = rest.search(rights)
  const holder = withoutYears(end === -1 ? rest : rest.slice(0, end))
  return holder === '' || holder.split(' ').length > 8 ? undefined : holder
}

const abbreviated = /(?:^|[\s.])\p{L}{1,4}$/u

/** Removes years, points and dashes at the end; the point of an abbreviation stays. */
function withoutYears(text: string): string {
  let end = text.length
  while (end > 0 && ' .,–-0123456789'.includes(text.charAt(end - 1))) end--
  const name = text.slice(0, end)
  return (text[end] === '.' && abbreviated.test(name) ? `${name}.` : name).trim()
}
