/** A problem document, or the answer of a run that failed. */
export interface Problem {
  detail?: string
  reason?: string
  error?: string | { message: string }
}

/** A refusal of this server, in the words that it gives. */
export class Refused extends Error {
  readonly status: number | undefined
  constructor({ detail, reason, error }: Problem, status?: number) {
    const said = detail ?? (typeof error === 'object' ? error.message : `The server answered ${status}`)
    super(reason === undefined ? said : `${said} (${reason})`)
    this.status = status
  }
}

/** A GET without a body, else a POST of JSON. @throws Refused */
export async function askServer(
  path: string,
  body?: object,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const response = await fetch(path, {
    ...init,
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...init.headers },
      body: JSON.stringify(body),
    }),
  })
  if (response.ok) return response
  throw new Refused(await response.json().catch(() => ({})), response.status)
}
