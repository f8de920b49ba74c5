/** What a transaction offers, in wei per unit of gas. */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

const tipWei = 1_000_000_000n

/** Six full blocks in a row raise the base fee to twice of what it is; until then the offer stands. */
export function feesFor(baseFee: bigint): Fees {
  return { maxFeePerGas: 2n * baseFee + tipWei, maxPriorityFeePerGas: tipWei }
}

/** An offer that nodes take in place of `earlier` ones of the same nonce, and that suits the base fee as well. */
export function raisedFees(earlier: readonly Fees[], baseFee: bigint): Fees {
  const now = feesFor(baseFee)
  return {
    maxFeePerGas: largest([now.maxFeePerGas, ...earlier.map((fees) => raised(fees.maxFeePerGas))]),
    maxPriorityFeePerGas: largest([
      now.maxPriorityFeePerGas,
      ...earlier.map((fees) => raised(fees.maxPriorityFeePerGas)),
    ]),
  }
}

/** 12.5 % more, rounded up: the strictest of the usual nodes asks for that much. */
function raised(wei: bigint): bigint {
  return (wei * 9n + 7n) / 8n
}

function largest(values: readonly bigint[]): bigint {
  let most = 0n
  for (const value of values) if (value > most) most = value
  return most
}
