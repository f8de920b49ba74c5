import http from 'node:http'
import https from 'node:https'

/** Connection pools of one session: with the global pool one scan would use connections pinned by another. */
export function createAgents(options: { keepAlive: boolean; perHost: number; ca: string | undefined }) {
  const { keepAlive, perHost, ca } = options
  const pool = { keepAlive, maxSockets: perHost, maxFreeSockets: perHost }
  const plain = new http.Agent(pool)
  const secure = new https.Agent({
    ...pool,
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // Explicit, so that the environment cannot change it.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  })
  return {
    of: (protocol: string): http.Agent => (protocol === 'https:' ? secure : plain),
    destroy() {
      plain.destroy()
      secure.destroy()
    },
  }
}
