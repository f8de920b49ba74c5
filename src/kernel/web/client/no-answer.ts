/**
 * Says at the top of the page that the server does not answer, with a countdown to the next try.
 * @param since of the last answer
 * @param retryAt of the next try, in milliseconds since 1970
 * @returns removes the notice
 */
export function showNoAnswer({
  since,
  retryAt,
  retry,
}: {
  since: Date
  retryAt: number
  retry: () => void
}): () => void {
  const notice = document.createElement('div')
  notice.className = 'notice bad'
  notice.id = 'no-answer'
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.textContent = `No answer from the server since ${since.toISOString().slice(11, 19)} UTC. The page stays as it was then.`
  const next = document.createElement('p')
  const countdown = document.createElement('span')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'small'
  button.textContent = 'Try now'
  button.addEventListener('click', retry)
  const count = () => {
    const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1_000))
    countdown.textContent = seconds === 0 ? 'Trying again. ' : `Trying again in ${seconds} s. `
  }
  count()
  const timer = setInterval(count, 1_000)
  next.append(countdown, button)
  notice.append(text, next)
  const earlier = document.getElementById(notice.id)
  const hadFocus = earlier?.contains(document.activeElement) === true
  if (earlier === null) document.getElementById('main')?.prepend(notice)
  else earlier.replaceWith(notice)
  if (hadFocus) button.focus()
  return () => {
    clearInterval(timer)
    notice.remove()
  }
}
