/** Handles the submission of a form, whose fields are read by their names. */
export function submitted(run: (field: (name: string) => string) => void) {
  return (event: Event) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!(form instanceof HTMLFormElement)) return
    const data = new FormData(form)
    run((name) => String(data.get(name) ?? ''))
  }
}
