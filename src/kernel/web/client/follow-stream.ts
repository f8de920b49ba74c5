const hiddenMsMax = 60_000

/**
 * Follows the activity of the chain. The browser resumes after an interruption by `Last-Event-ID`; the stream is closed
 * while the tab is hidden for a minute.
 */
export function followStream(path: string, changed: () => void): void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(path)
    for (const type of ['activity', 'retract', 'reset']) source.addEventListener(type, changed)
  }
  const close = () => {
    source?.close()
    source = undefined
  }
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(close, hiddenMsMax)
    else {
      if (source === undefined) open()
      // Changes are not shown while the tab is hidden.
      changed()
    }
  })
  open()
}
