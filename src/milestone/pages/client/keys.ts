const places: Readonly<Record<string, string>> = {
  h: '/',
  a: '/scan',
  s: '/studio',
  m: '/explorer',
  o: '/operations',
  k: '/keys',
}

/** Single keys: `/` search, `j` and `k` rows, `c` copy, `f` fault, `r` run, `g` with a letter. Nothing in fields. */
export function listenForKeys(): void {
  let afterG = false
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
    const place = afterG ? places[event.key] : undefined
    afterG = event.key === 'g'
    if (place !== undefined) location.assign(place)
    else if (event.key === '/') focusField(event, 'input[type="search"]')
    else if (event.key === 'j' || event.key === 'k') selectRow(event.key === 'j' ? 1 : -1)
    else if (event.key === 'f') focusField(event, '#type')
    else if (event.key === 'r')
      document.querySelector<HTMLElement>('#fault-form button[value="without"]')?.click()
    else if (event.key === 'c') document.querySelector<HTMLElement>('[data-copy]')?.click()
  })
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

function focusField(event: KeyboardEvent, selector: string): void {
  const field = document.querySelector<HTMLElement>(selector)
  if (field === null) return
  event.preventDefault()
  field.focus()
}

/** The link of the selected row has the focus, so that Enter opens it. */
function selectRow(step: number): void {
  const rows = [...document.querySelectorAll('[data-row]')]
  const now = rows.findIndex((row) => row.classList.contains('selected'))
  const next = rows[Math.min(rows.length - 1, Math.max(0, now + step))]
  rows[now]?.classList.remove('selected')
  next?.classList.add('selected')
  const link = next?.querySelector('a')
  link?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
