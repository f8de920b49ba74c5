import { test } from 'bun:test'
import { join } from 'node:path'
import { expectSameElsewhere } from '../same-elsewhere.ts'
import { assetHashes } from './asset-hashes.ts'

test('equal requests give equal bytes in every process and Worker, without an environment', async () => {
  await expectSameElsewhere(join(import.meta.dir, 'asset-hashes.ts'), await assetHashes())
})
