/** A body ready to send, with its strong validator. */
interface Answer {
  body: string
  etag: string
}

export interface Answers {
  /**
   * The answer of a view, made at most once per `key` and state of the read model.
   * `revision` names that state; answers of an older one are forgotten.
   */
  respond(request: Request, key: string, revision: string, view: () => unknown): Response
}

const bodyCharactersMax = 8_000_000

/**
 * Keeps serialised answers between two changes of the read model, so that a popular GET costs one map look-up.
 * What is kept is bounded: past the bound everything is forgotten and made again.
 */
export function createAnswers(): Answers {
  const kept = new Map<string, Answer>()
  let keptRevision = ''
  let keptCharacters = 0

  return {
    respond(request, key, revision, view) {
      if (revision !== keptRevision || keptCharacters > bodyCharactersMax) {
        kept.clear()
        keptCharacters = 0
        keptRevision = revision
      }
      let answer = kept.get(key)
      if (answer === undefined) {
        answer = serialise(view())
        kept.set(key, answer)
        keptCharacters += answer.body.length + key.length
      }
      return conditional(request, answer)
    },
  }
}

/** Serialises one answer that is not worth keeping. */
export function respondOnce(request: Request, value: unknown): Response {
  return conditional(request, serialise(value))
}

function serialise(value: unknown): Answer {
  const body = JSON.stringify(value)
  const digest = new Bun.CryptoHasher('sha256').update(body).digest('base64url')
  return { body, etag: `"${digest.slice(0, 27)}"` }
}

function conditional(request: Request, { body, etag }: Answer): Response {
  const wanted = request.headers.get('if-none-match')
  if (wanted !== null && matches(wanted, etag)) {
    return new Response(null, { status: 304, headers: { etag, 'cache-control': 'no-cache' } })
  }
  return new Response(body, {
    headers: { 'content-type': 'application/json', etag, 'cache-control': 'no-cache' },
  })
}

/** Weak comparison, as RFC 9110 section 13.1.2 asks for If-None-Match. */
function matches(header: string, etag: string): boolean {
  return header.split(',', 64).some((candidate) => {
    const value = candidate.trim()
    return value === '*' || value === etag || value === `W/${etag}`
  })
}
