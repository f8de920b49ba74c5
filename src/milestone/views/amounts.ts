import { formatEther, formatUnits, type Hex, hexToString } from 'viem'

/** Exact decimal number of ETH with at least four decimals: `2.5000`, `0.000000000000000001`. */
export function etherText(wei: bigint): string {
  const [whole = '0', fraction = ''] = formatEther(wei).split('.')
  return `${whole}.${fraction.padEnd(4, '0')}`
}

/** USDC as a JSON number. Sums are made in the smallest unit, so that only the result is rounded. */
export function usdcNumber(units: bigint): number {
  return Number(formatUnits(units, 6))
}

/** A bytes32 label as text when it is printable ASCII, else as hex. */
export function labelText(label: Hex): string {
  const text = hexToString(label, { size: 32 }).replace(/\0+$/, '')
  return /^[\x20-\x7e]+$/.test(text) ? text : label
}
