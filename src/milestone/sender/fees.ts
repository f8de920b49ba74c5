/** In wei per unit of gas. */
export interface Fees {
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

const tipWei = 1_000_000_000n

/** Valid until the base fee doubles, which takes six full blocks. */
export function feesFor(baseFee: bigint): Fees {
  return { maxFeePerGas: 2n * baseFee + tipWei, maxPriorityFeePerGas: tipWei }
}

/** Fees that nodes accept as a replacement of `earlier` ones of the same nonce, and that cover the base fee. */
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

/** 12.5 % more, rounded up: the largest increase that a common node requires. */
function raised(wei: bigint): bigint {
  return (wei * 9n + 7n) / 8n
}

function largest(values: readonly bigint[]): bigint {
  let most = 0n
  for (const value of values) if (value > most) most = value
  return most
}
