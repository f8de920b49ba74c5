import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { ReceiptAsset, ReceiptSpec } from '../../../src/campaign/receipts/receipt.ts'
import { openSigningKey } from '../../../src/campaign/receipts/signing-key.ts'
import { quickTmpdir } from '../../support/quick-tmpdir.ts'

export const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

export const spec: ReceiptSpec = {
  kit: { id: 'acme', version: 1, digest: 'a'.repeat(64) },
  logoSha256: null,
  brief: 'Sea € \u0000 "quoted"',
  prompt: 'Sea',
  seed: 7,
  formats: ['square', 'landscape', 'portrait'],
  overlayMode: 'none',
  layout: null,
  tone: null,
  controls: { placement: 'auto', scale: 0.2, x: 0, y: 0, margin: 0, color: 'original', opacity: 1 },
  text: { content: '', position: 'auto', fontSize: 'auto', color: 'auto', style: 'bold', align: 'auto' },
  engine: { version: '0', scene: 'procedural', family: 'ocean' },
}

export const assets: readonly ReceiptAsset[] = spec.formats.map((format, index) => ({
  format,
  byteSha256: `${index}b`.repeat(32),
  pixelSha256: `${index}c`.repeat(32),
}))

/** A new key in a folder of its own. */
export function newKey(folder = mkdtempSync(join(quickTmpdir(), 'cairn-receipt-key-'))) {
  return openSigningKey({ setting: undefined, file: join(folder, 'receipt-key.jwk') })
}
