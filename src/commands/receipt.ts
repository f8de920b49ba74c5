import { keyFileOf, retireKeyFile } from '../campaign/receipts/signing-key.ts'
import { StartupError } from '../kernel/runtime/errors.ts'
import { readConfig } from '../kernel/settings/config.ts'
import { type Command, UsageError } from './command.ts'
import { readJwks } from './receipt/read-jwks.ts'
import { readBytes, readReceipt } from './receipt/read-receipt.ts'
import { verifyReceiptFile } from './receipt/verify-receipt-file.ts'

export const verifyReceiptCommand: Command = {
  name: 'receipt verify',
  summary: 'check a provenance receipt, and files against it, without the service that issued it',
  operands: ['FILE'],
  flags: {
    jwks: {
      type: 'string',
      value: 'URL|FILE',
      about: 'the keys of the service, such as its /.well-known/jwks.json',
    },
    asset: { type: 'string', value: 'FILE', repeatable: true, about: 'an image to compare; may be repeated' },
  },
  usesSettings: false,
  run: async (flags) => {
    const [file = ''] = flags.operands
    const jwks = flags.text('jwks')
    if (jwks === undefined)
      throw new UsageError(
        'Cannot verify without keys: give --jwks with the URL or file of a JSON Web Key Set',
      )
    const assets = flags.texts('asset').map((path) => ({ path, bytes: readBytes(path) }))
    const lines = await verifyReceiptFile(readReceipt(file), await readJwks(jwks), assets)
    for (const { check, result } of lines) process.stdout.write(`${check}: ${result}\n`)
    if (lines.some(({ holds }) => !holds)) process.exitCode = 1
  },
}

export const rotateReceiptKeyCommand: Command = {
  name: 'receipt rotate-key',
  summary: 'move the key that signs receipts aside, so that the next start makes a new one',
  flags: {},
  usesSettings: true,
  run: async () => {
    const { dataDir, receiptKey } = readConfig(process.env)
    if (receiptKey !== undefined) {
      throw new StartupError(
        'Cannot rotate the receipt key as RECEIPT_KEY gives it: change RECEIPT_KEY and start the service again',
      )
    }
    const retired = await retireKeyFile(keyFileOf(dataDir))
    process.stdout.write(
      `Moved the key to ${retired}: the next start of the service makes a new one, and receipts of the old one stay valid\n`,
    )
  },
}
