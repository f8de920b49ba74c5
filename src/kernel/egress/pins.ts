import type { Dns } from './dns.ts'
import { EgressRefused } from './refused.ts'
import { publicAddress, type Target } from './target.ts'

/** The judged addresses of one host, fixed for the session. */
export interface Pin {
  /** The address to dial now. */
  readonly address: string
  /** All that may be dialled. */
  readonly addresses: readonly string[]
  /** Turns to the next address after the current one did not answer; false when there is none left. */
  next(failed: string): boolean
}

export interface Pins {
  /** @throws EgressRefused `dns` or `not_allowed` */
  of(target: Target): Promise<Pin>
}

const addressesTriedMax = 3

/** Each host is resolved once: an answer that changes later changes nothing, and neither does a refusal. */
export function createPins(options: {
  dns: Dns
  signal: AbortSignal
  dial: (address: string) => string
}): Pins {
  const { dns, signal, dial } = options
  const pins = new Map<string, Promise<Pin>>()
  const resolve = async (target: Target): Promise<Pin> => {
    if (target.exception) return createPin([target.address ?? ''])
    const addresses =
      target.address === undefined ? await publicAddresses(target.host, dns, signal) : [target.address]
    return createPin(addresses.map(dial))
  }
  return {
    of(target) {
      const key = target.exception ? target.url.origin : target.host
      const pin = pins.get(key) ?? resolve(target)
      pins.set(key, pin)
      return pin
    },
  }
}

/** One private answer refuses the name: a mixed answer is how a rebinding name hides. */
async function publicAddresses(host: string, dns: Dns, signal: AbortSignal): Promise<readonly string[]> {
  const answers = await dns.addresses(host, signal).catch((error: unknown) => {
    throw error instanceof EgressRefused ? error : new EgressRefused('dns', 'dns:failed', { host })
  })
  if (answers.length === 0) throw new EgressRefused('dns', 'dns-empty', { host })
  const addresses = [...new Set(answers.map(publicAddress))]
  // IPv4 first, as many servers have no way out over IPv6.
  return [
    ...addresses.filter((each) => !each.includes(':')),
    ...addresses.filter((each) => each.includes(':')),
  ]
}

function createPin(judged: readonly string[]): Pin {
  const addresses = judged.slice(0, addressesTriedMax)
  let index = 0
  return {
    addresses,
    get address() {
      return addresses[index] ?? ''
    },
    next(failed) {
      // Two requests may fail at the same address: the second finds that the pin has moved on.
      if (addresses[index] !== failed) return true
      if (index + 1 >= addresses.length) return false
      index += 1
      return true
    },
  }
}
