import { expect, test } from 'bun:test'
import { mnemonicToAccount } from 'viem/accounts'
import { accountAt, demoParentKey } from '../../../src/milestone/demo/actors.ts'

const demoMnemonic = 'test test test test test test test test test test test junk'

test('the demo accounts are those of the test phrase', () => {
  const parent = mnemonicToAccount(demoMnemonic, { path: "m/44'/60'/0'/0" }).getHdKey()
  expect(demoParentKey).toBe(parent.privateExtendedKey)
  expect(accountAt(7).address).toBe(mnemonicToAccount(demoMnemonic, { addressIndex: 7 }).address)
})
