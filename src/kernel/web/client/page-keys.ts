/** A single key of a page, and what it does in words. */
export interface PageKey {
  key: string
  about: string
  run: () => void
}

const places = [
  ['h', '/', 'home'],
  ['a', '/scan', 'analysis'],
  ['s', '/studio', 'studio'],
  ['m', '/explorer', 'milestones'],
  ['o', '/operations', 'operations'],
  ['k', '/keys', 'keys and kits'],
] as const
const offKey = 'cairn.keys'

/**
 * Listens for the keys of a page beside those of every page: `g` and a letter for another page, `/` for the search, `[` and
 * `]` for the pages of a list, `?` for the list of keys, which also turns them off. Nothing happens in fields.
 */
export function listenForPageKeys(own: readonly PageKey[]): void {
  const keys: readonly PageKey[] = [
    {
      key: '/',
      about: 'to the search or the address',
      run: () => focusFirst('input[type="search"], main form input'),
    },
    { key: '[', about: 'first page of a list', run: () => follow('[data-page="first"]') },
    { key: ']', about: 'next page of a list', run: () => follow('[data-page="next"]') },
    ...own,
    { key: '?', about: 'this list', run: () => showKeys(keys) },
  ]
  let afterG = false
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const place = afterG ? places.find(([letter]) => letter === event.key) : undefined
    afterG = event.key === 'g'
    if (areOff() && event.key !== '?') return
    if (place !== undefined) {
      location.assign(place[1])
      return
    }
    const found = keys.find(({ key }) => key === event.key)
    if (found === undefined) return
    event.preventDefault()
    found.run()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    document.querySelector('dialog[open]') !== null ||
    (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)
  )
}

function areOff(): boolean {
  return localStorage.getItem(offKey) === 'off'
}

export function focusFirst(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus()
}

function follow(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click()
}

function showKeys(keys: readonly PageKey[]): void {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Keys of this page')
  const list = element('dl', '')
  list.className = 'properties body'
  const rows: readonly (readonly [string, string])[] = [
    ...keys.map(({ key, about }) => [key, about] as const),
    ...places.map(([letter, , about]) => [`g ${letter}`, about] as const),
  ]
  for (const [key, about] of rows) {
    const row = document.createElement('div')
    row.append(element('dt', key), element('dd', about))
    list.append(row)
  }
  const footer = document.createElement('footer')
  const toggle = element('button', areOff() ? 'Turn single keys on' : 'Turn single keys off')
  toggle.className = 'secondary'
  toggle.addEventListener('click', () => {
    localStorage.setItem(offKey, areOff() ? 'on' : 'off')
    dialog.close()
  })
  const close = element('button', 'Close')
  close.addEventListener('click', () => dialog.close())
  footer.append(toggle, close)
  const head = document.createElement('header')
  head.append(element('h2', 'Keys of this page'))
  dialog.append(head, list, footer)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  close.focus()
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
