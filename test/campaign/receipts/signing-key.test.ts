import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, compactVerify, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { keyFileOf, openSigningKey, retireKeyFile } from '../../../src/campaign/receipts/signing-key.ts'
import { StartupError } from '../../../src/kernel/runtime/errors.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'

const newFile = () => keyFileOf(mkdtempSync(join(quickTmpdir(), 'cairn-signing-key-')))
const newJwk = async (alg = 'EdDSA', options = {}) =>
  exportJWK((await generateKeyPair(alg, { ...options, extractable: true })).privateKey)
const open = (setting?: string, file = newFile()) => openSigningKey({ setting, file })

test('without a setting a key is made once, for its owner alone to read', async () => {
  const file = newFile()
  const { publicKey } = await open(undefined, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await open(undefined, file)).publicKey).toEqual(publicKey)
  const { d, x }: JWK = JSON.parse(readFileSync(file, 'utf8'))
  expect(d).toBeString()
  const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: x ?? '' })
  expect(publicKey).toEqual({ kty: 'OKP', crv: 'Ed25519', x: x ?? '', kid, alg: 'EdDSA', use: 'sig' })
})

test('a key signs the canonical form of a value, and its public half verifies it', async () => {
  const { sign, publicKey } = await open()
  const { payload, protectedHeader } = await compactVerify(
    await sign({ b: 1, a: '€' }),
    await importJWK(publicKey, 'EdDSA'),
  )
  expect(new TextDecoder().decode(payload)).toBe('{"a":"€","b":1}')
  expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: publicKey.kid })
})

test('RECEIPT_KEY is a key or the path of one, and no file is made beside it', async () => {
  const jwk = await newJwk()
  const text = JSON.stringify({ ...jwk, kid: 'a name of its own', secret: 'extra' })
  const [path, file] = [newFile(), newFile()]
  writeFileSync(path, text)
  const [byText, byPath] = [await open(text, file), await open(path, file)]
  expect(byText.publicKey).toEqual(byPath.publicKey)
  expect(Object.keys(byText.publicKey).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  expect(existsSync(file)).toBe(false)
})

const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlYzE'
test.each<[string, () => string | Promise<string>, string]>([
  ['not JSON', () => `{"kty":"OKP","d":${secret}`, 'it is not valid JSON'],
  ['cut off', async () => JSON.stringify(await newJwk()).slice(0, -9), 'it is not valid JSON'],
  ['of another curve', async () => JSON.stringify(await newJwk('ES256')), 'it is a key of another kind'],
  [
    'for key agreement',
    async () => JSON.stringify(await newJwk('ECDH-ES', { crv: 'X25519' })),
    'it is a key of another kind',
  ],
  [
    'public',
    async () => JSON.stringify({ ...(await newJwk()), d: undefined }),
    'it is a public key, without `d`',
  ],
  ['without x', async () => JSON.stringify({ ...(await newJwk()), x: undefined }), 'it has no `x`'],
  [
    'with another x',
    async () => JSON.stringify({ ...(await newJwk()), x: (await newJwk()).x }),
    'its member `x` is not the public half of `d`',
  ],
  [
    'too short',
    async () => JSON.stringify({ ...(await newJwk()), d: 'c2VjcmV0' }),
    'its members `d` and `x` are not those of a key',
  ],
])('a key that is %s stops the start, as a setting and in the file', async (_, make, state) => {
  const text = await make()
  const file = newFile()
  writeFileSync(file, text)
  const need = 'a private Ed25519 key as JSON Web Key'
  const messages = await Promise.all(
    [open(text), open(file), open(undefined, file)].map((opened) =>
      opened.then(
        () => 'opened',
        (error) =>
          error instanceof StartupError && error.cause === undefined ? error.message : 'wrong error',
      ),
    ),
  )
  const bySetting = `Cannot use RECEIPT_KEY as it must be ${need}, or the path of a file that holds one: ${state}`
  expect(messages).toEqual([
    bySetting,
    bySetting,
    `Cannot use the receipt key "${file}" as it must hold ${need}: ${state}`,
  ])
})

test('a setting that is neither is not repeated, as it may be a key in another form', async () => {
  await expect(open(secret)).rejects.toThrow(/that file cannot be read$/)
  const message = await open(secret).catch((error: Error) => `${error.message} ${error.stack} ${error.cause}`)
  expect(message).not.toContain(secret)
})

test('a key file that cannot be read stops the start', async () => {
  const file = newFile()
  mkdirSync(file)
  await expect(open(undefined, file)).rejects.toThrow(/that file cannot be read$/)
})

test('rotation moves the key file aside, and the next start makes another key', async () => {
  const file = newFile()
  const before = await open(undefined, file)
  const retired = await retireKeyFile(file)
  expect([existsSync(file), existsSync(retired)]).toEqual([false, true])
  const after = await open(undefined, file)
  expect(after.publicKey.kid).not.toBe(before.publicKey.kid)
  expect((await open(retired)).publicKey).toEqual(before.publicKey)
})

test('rotation without a key is refused', async () => {
  await expect(retireKeyFile(newFile())).rejects.toThrow(
    /^Cannot rotate the receipt key as there is none in /,
  )
})
