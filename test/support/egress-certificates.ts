import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

/** A certificate authority made on the spot, so that tests speak real TLS without a tool or a stored key. */
export function createTestAuthority(issuer = 'Test authority') {
  const own = newKey()
  return {
    /** PEM of the authority's own certificate. */
    ca: certificate({ subject: issuer, issuer, publicKey: own.publicKey, signer: own.key }),
    issue({ names, ...validity }: { names: readonly string[]; from?: Date; until?: Date }) {
      const { publicKey, key } = newKey()
      const subject = names[0] ?? 'unnamed'
      const cert = certificate({ subject, issuer, publicKey, signer: own.key, names, ...validity })
      return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
    },
  }
}

function newKey(): { publicKey: Buffer; key: KeyObject } {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { publicKey: pair.publicKey, key: createPrivateKey(pair.privateKey) }
}

const dayMs = 86_400_000

/** X.509 version 3 in DER. @see RFC 5280, section 4.1 */
function certificate(options: {
  subject: string
  issuer: string
  publicKey: Buffer
  signer: KeyObject
  /** Names it stands for; without them it is an authority's. */
  names?: readonly string[]
  from?: Date | undefined
  until?: Date | undefined
}): string {
  const { names, from = new Date(Date.now() - dayMs), until = new Date(Date.now() + dayMs) } = options
  const algorithm = sequence(objectId('1.2.840.10045.4.3.2'))
  const constraints = names === undefined ? sequence(der(0x01, Buffer.of(0xff))) : sequence()
  const extensions = [
    sequence(objectId('2.5.29.19'), der(0x01, Buffer.of(0xff)), der(0x04, constraints)),
    ...(names === undefined ? [] : [sequence(objectId('2.5.29.17'), der(0x04, alternativeNames(names)))]),
  ]
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    distinguishedName(options.issuer),
    sequence(time(from), time(until)),
    distinguishedName(options.subject),
    options.publicKey,
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, options.signer)
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function alternativeNames(names: readonly string[]): Buffer {
  const entries = names.map((name) =>
    isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  )
  return sequence(...entries)
}

function distinguishedName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(objectId('2.5.4.3'), der(0x0c, Buffer.from(commonName)))))
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const low = value & 0x7f
  const high = value >> 7
  return high === 0 ? [low] : [...base128(high).map((byte) => byte | 0x80), low]
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts))
