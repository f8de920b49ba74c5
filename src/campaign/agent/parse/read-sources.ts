import type { Item } from './find-phrases.ts'
import groups from './kind-groups.json'
import { isOf, isScene, markUsed, type Reading, skip } from './reading.ts'

const pin = /(?<![\w.@+-])[a-z\d]+(?:-[a-z\d]+)*@\d+(?![\w@-]|\.\w)/gi
const idAfterKit =
  /(\s?(?:[:=]|(?:is|id|named|called)\b)){0,2}\s?["'“‘«„]?([a-z\d]+(?:-[a-z\d]+)*)(?![\w@-])/iy
const idBeforeKit = /(?<![\w.@+-])[a-z\d]+(?:-[a-z\d]+)*(?=["'”’»“]?\s$)/i
const beforeKitMax = 80
const possessive = /\b(?:our|my|your|their|its)\s$/i
const logoFile = /(?:logo|wordmark|brandmark)[^/]*$/i

/** Reads brand kit ids with and without version, and image URLs. */
export function readSources(reading: Reading): void {
  const { items, text } = reading
  const pins = [...text.matchAll(pin)].map(({ 0: value, index }) => ({ value, index }))
  let next = 0
  for (const [at, item] of items.entries()) {
    while ((pins[next]?.index ?? text.length) < item.start) next += 1
    const here = pins[next]
    if (here?.index === item.start) setKit(reading, here.value, at, here.index + here.value.length)
    else if (item.kind === 'kit') readKit(reading, at, item)
    else if (item.kind === 'url') readUrl(reading, at, item)
  }
}

function setKit({ items, settings }: Reading, id: string, from: number, end: number): void {
  settings.push({ path: 'brandKitId', value: id.toLowerCase() })
  markUsed(items, from, end)
}

/** An id precedes or follows `kit`; a single word counts only without another explanation. */
function readKit(reading: Reading, at: number, { start, end, value }: Item): void {
  const { items, text } = reading
  const nearAt = Math.max(0, start - beforeKitMax)
  const before = idBeforeKit.exec(text.slice(nearAt, start))
  let from = at
  while (before !== null && (items[from - 1]?.end ?? 0) > nearAt + before.index) from -= 1
  const isSlug = before?.[0].includes('-') || (value === 'named' && items[from]?.kind === 'word')
  if (before !== null && isSlug && (from === 0 || isOf(groups.askingForKit, items[from - 1]))) {
    setKit(reading, before[0], from, end)
    return
  }
  idAfterKit.lastIndex = end
  const [found = '', link, id = ''] = idAfterKit.exec(text) ?? []
  const idEnd = end + found.length
  let to = at + 1
  while (to < items.length && (items[to]?.end ?? 0) < idEnd) to += 1
  const isKit = link !== undefined || value === 'named' || !isScene(items[at - 1])
  const isWord = isScene(items[to]) || items[to]?.kind === 'quote'
  const isAlone =
    link !== undefined || (!possessive.test(text.slice(nearAt, start)) && !isScene(items[to + 1]))
  if (id !== '' && isKit && (/[-\d]/.test(id) || (isWord && isAlone))) setKit(reading, id, at, idEnd)
}

/** The words beside a URL state its purpose, or else its file name. */
function readUrl({ items, settings, unrecognized, warnings }: Reading, at: number, url: Item): void {
  const { value, start, end } = url
  const after = skip(items, at + 1, 1, groups.betweenUrlAndCue)
  const isAfter = after > at + 1 && isOf(groups.cues, items[after])
  const cue = items[isAfter ? after : skip(items, at - 1, -1, groups.betweenCueAndUrl)]
  const isFile = !isOf(groups.cues, cue) && logoFile.test(value)
  url.kind = isFile ? 'logo' : 'used'
  if (!/^https?:/i.test(value) || !URL.canParse(value)) {
    warnings.push(`Cannot use ${value} as an image: the address must begin with http:// or https://`)
    unrecognized.push({ start, end })
  } else if (isFile || cue?.kind === 'logo') {
    if (isFile)
      warnings.push(`Used ${value} as the logo because of its file name: name it "logo" or "background"`)
    settings.push({ path: 'logoUrl', value })
  } else if (cue !== undefined && isOf(groups.cues, cue)) {
    settings.push({ path: 'baseImageUrl', value })
    cue.kind = 'used'
  } else {
    warnings.push(
      `Cannot tell whether ${value} is the logo or the base image: name it "logo" or "background"`,
    )
    unrecognized.push({ start, end })
  }
}
