import type { Dns } from './dns.ts'
import { EgressRefused } from './refused.ts'
import { publicAddress, type Target } from './target.ts'

/** The judged addresses of one host, fixed for a session. */
export interface Pin {
  /** The address to connect to now. */
  readonly address: string
  /** All that may be connected to. */
  readonly addresses: readonly string[]
  /** Moves on to the next address after `failed` did not answer; false when there is none. */
  next(failed: string): boolean
}

const addressesTriedMax = 3

/** Each host is resolved once, also when it is refused: later DNS answers have no effect. */
export function createPins(options: { dns: Dns; signal: AbortSignal; dial: (address: string) => string }) {
  const { dns, signal, dial } = options
  const pins = new Map<string, Promise<Pin>>()
  const resolve = async (target: Target): Promise<Pin> => {
    if (target.exception) return createPin([target.address ?? ''])
    const addresses =
      target.address === undefined ? await publicAddresses(target.host, dns, signal) : [target.address]
    return createPin(addresses.map(dial))
  }
  return {
    /** @throws EgressRefused `dns` or `not_allowed` */
    of(target: Target): Promise<Pin> {
      const key = target.exception ? target.url.origin : target.host
      const pin = pins.get(key) ?? resolve(target)
      pins.set(key, pin)
      return pin
    },
  }
}

/** One private address refuses the name: DNS rebinding mixes private with public ones. */
async function publicAddresses(host: string, dns: Dns, signal: AbortSignal): Promise<readonly string[]> {
  const answers = await dns.addresses(host, signal).catch((error: unknown) => {
    throw error instanceof EgressRefused ? error : new EgressRefused('dns', 'dns:failed', { host })
  })
  if (answers.length === 0) throw new EgressRefused('dns', 'dns-empty', { host })
  const addresses = [...new Set(answers.map(publicAddress))]
  // IPv4 first, as many networks have no IPv6 route.
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
      // When two requests fail at one address, the pin moves once.
      if (addresses[index] !== failed) return true
      if (index + 1 >= addresses.length) return false
      index += 1
      return true
    },
  }
}
