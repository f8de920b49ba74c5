const challengeTitles =
  /^(?:just a moment|attention required|access denied|are you (?:a robot|human)|please verify|verify you are human|human verification|security check|checking your browser|ddos-guard|pardon our interruption|one more step|robot check)/i

/** Whether an answer is the site's way of turning away automatic readers, which we respect. */
export function isTurnedAway(answer: { status: number; title: string }): boolean {
  const { status, title } = answer
  return (
    status === 401 ||
    status === 403 ||
    status === 429 ||
    challengeTitles.test(title.trim()) ||
    /captcha/i.test(title)
  )
}
