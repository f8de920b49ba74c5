import { keyFileOf, retireKeyFile } from '../campaign/receipts/signing-key.ts'
import { StartupError } from '../kernel/runtime/errors.ts'
import { readConfig } from '../kernel/settings/config.ts'
import { type Flags, UsageError } from './command.ts'
import { readBytes, readJwks, readReceipt, verifyReceiptFile } from './receipt/receipt-file.ts'

export async function verifyReceipt(flags: Flags): Promise<void> {
  const [file = ''] = flags.operands
  const jwks = flags.text('jwks')
  if (jwks === undefined)
    throw new UsageError('Cannot verify without keys: give --jwks with the URL or file of a JSON Web Key Set')
  const assets = flags.texts('asset').map((path) => ({ path, bytes: readBytes(path) }))
  const lines = await verifyReceiptFile(readReceipt(file), await readJwks(jwks), assets)
  for (const { check, result } of lines) process.stdout.write(`${check}: ${result}\n`)
  if (lines.some(({ holds }) => !holds)) process.exitCode = 1
}

export async function rotateReceiptKey(): Promise<void> {
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
}
