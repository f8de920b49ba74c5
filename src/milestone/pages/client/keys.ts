import { focusFirst, type PageKey } from '../../../kernel/web/client/page-keys.ts'

/** Keys of the pages of Area C. */
export const milestoneKeys: readonly PageKey[] = [
  { key: 'j', about: 'next row', run: () => selectRow(1) },
  { key: 'k', about: 'previous row', run: () => selectRow(-1) },
  { key: 'c', about: 'copy the hash', run: () => click('[data-copy]') },
  { key: 'f', about: 'to the fault form', run: () => focusFirst('#type') },
  { key: 'r', about: 'run a cycle', run: () => click('#fault-form button[value="without"]') },
]

function click(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.click()
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
