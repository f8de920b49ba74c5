import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { feesFor, raisedFees } from '../../../src/milestone/sender/push-nonce.ts'
import { testSeed } from '../../support/seed.ts'

const seed = testSeed('fees.test.ts')
const wei = fc.bigInt({ min: 0n, max: 10n ** 20n })
const fees = fc.record({ maxFeePerGas: wei, maxPriorityFeePerGas: wei })

test('an offer covers the base fee for six full blocks, and never promises more of a tip than it may cost', () => {
  fc.assert(
    fc.property(wei, (baseFee) => {
      const { maxFeePerGas, maxPriorityFeePerGas } = feesFor(baseFee)
      let later = baseFee
      for (let block = 0; block < 5; block += 1) later += later / 8n
      expect(maxFeePerGas).toBeGreaterThan(later)
      expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas)
    }),
    { seed },
  )
})

test('a raised offer is an eighth above every earlier one and suits the base fee', () => {
  fc.assert(
    fc.property(fc.array(fees, { minLength: 1, maxLength: 4 }), wei, (earlier, baseFee) => {
      const raised = raisedFees(earlier, baseFee)
      for (const one of earlier) {
        expect(raised.maxFeePerGas * 8n).toBeGreaterThanOrEqual(one.maxFeePerGas * 9n)
        expect(raised.maxPriorityFeePerGas * 8n).toBeGreaterThanOrEqual(one.maxPriorityFeePerGas * 9n)
      }
      expect(raised.maxFeePerGas).toBeGreaterThanOrEqual(feesFor(baseFee).maxFeePerGas)
    }),
    { seed },
  )
})
