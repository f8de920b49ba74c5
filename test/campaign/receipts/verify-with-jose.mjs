/**
 * Verifies a provenance receipt with Node and `jose` alone, as anyone could. Arguments: the URL of the receipt and that
 * of the service's keys. Prints the key that signed it; anything wrong is an error.
 */
import { deepStrictEqual, strictEqual } from 'node:assert'
import { createHash } from 'node:crypto'
import { compactVerify, createRemoteJWKSet } from 'jose'

strictEqual(process.versions.bun, undefined, 'this is for Node')
const [receiptUrl, jwksUrl] = process.argv.slice(2)
const { receipt } = await (await fetch(receiptUrl)).json()
const keys = createRemoteJWKSet(new URL(jwksUrl))
const { payload, protectedHeader } = await compactVerify(receipt.signature, keys, { algorithms: ['EdDSA'] })

const { signature: _, ...rest } = receipt
const signed = JSON.parse(new TextDecoder().decode(payload))
deepStrictEqual(signed, rest, 'the signature covers another receipt')
// The payload is in canonical form, and parsing keeps the order of its members.
const sha256 = (text) => createHash('sha256').update(text).digest('hex')
strictEqual(sha256(JSON.stringify(signed.spec)), receipt.specHash)
strictEqual(sha256(receipt.assets.map(({ pixelSha256 }) => pixelSha256).join('')), receipt.assetHash)
console.log(protectedHeader.kid)
