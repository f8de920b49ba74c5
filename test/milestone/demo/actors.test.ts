import { expect, test } from 'bun:test'
import { mnemonicToAccount } from 'viem/accounts'
import { accountAt, demoMnemonic, demoParentKey } from '../../../src/milestone/demo/actors.ts'

test('the demo accounts are those of the test phrase', () => {
  const parent = mnemonicToAccount(demoMnemonic, { path: "m/44'/60'/0'/0" }).getHdKey()
  expect(demoParentKey).toBe(parent.privateExtendedKey)
  expect(accountAt(7).address).toBe(mnemonicToAccount(demoMnemonic, { addressIndex: 7 }).address)
})
