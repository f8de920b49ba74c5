import ipaddr from 'ipaddr.js'

/** Settings by name, unparsed. */
export type Environment = Readonly<Record<string, string | undefined>>

export type SettingReader = ReturnType<typeof createSettingReader>

/** Reads settings by kind; problems are pushed to `problems`. */
export function createSettingReader(environment: Environment, problems: string[]) {
  /** Blank counts as not set: `PORT= cairn serve` means the default. */
  const optional = (name: string) => {
    const value = environment[name]?.trim()
    return value === undefined || value === '' ? undefined : value
  }
  const list = (name: string) =>
    (optional(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  /** Settings may hold passwords and keys, so a URL that is refused is not repeated. */
  const parsedUrl = (name: string, raw: string, protocols: readonly string[]) => {
    const url = URL.canParse(raw) ? new URL(raw) : undefined
    if (url !== undefined && protocols.includes(url.protocol)) return url
    const need = protocols.map((protocol) => `${protocol}//`).join(' or ')
    const state = url === undefined ? 'it is not a URL' : `it starts with ${url.protocol}//`
    problems.push(`Cannot use ${name} as it must be a URL that starts with ${need}: ${state}`)
    return undefined
  }
  return {
    optional,
    text: (name: string, fallback: string) => optional(name) ?? fallback,
    integer: (name: string, fallback: number, least: number, most: number) => {
      const raw = optional(name)
      if (raw === undefined) return fallback
      const value = Number(raw)
      if (/^\d{1,15}$/.test(raw) && value >= least && value <= most) return value
      problems.push(
        `Cannot use ${name} as it must be an integer from ${least} to ${most}: current value is "${raw}"`,
      )
      return fallback
    },
    networks: (name: string) =>
      list(name).filter((raw) => {
        if (isNetwork(raw)) return true
        problems.push(
          `Cannot use ${name} as it must list addresses or networks such as 10.0.0.0/8: current value holds "${raw}"`,
        )
        return false
      }),
    ports: (name: string, fallback: readonly number[]) => {
      const wrong = list(name).filter(
        (raw) => !/^\d{1,5}$/.test(raw) || Number(raw) < 1 || Number(raw) > 65535,
      )
      if (wrong.length > 0) {
        problems.push(
          `Cannot use ${name} as it must list ports from 1 to 65535: current value holds "${wrong.join('", "')}"`,
        )
      }
      return list(name).length === 0 ? fallback : list(name).map(Number)
    },
    choice: <const Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice) => {
      const raw = optional(name)
      const chosen = choices.find((choice) => choice === raw)
      if (raw !== undefined && chosen === undefined) {
        problems.push(
          `Cannot use ${name} as it must be one of ${choices.join(', ')}: current value is "${raw}"`,
        )
      }
      return chosen ?? fallback
    },
    choices: <const Choice extends string>(name: string, choices: readonly Choice[]) => {
      const wanted = list(name)
      const unknown = wanted.filter((value) => !choices.some((choice) => choice === value))
      if (unknown.length > 0) {
        problems.push(
          `Cannot use ${name} as it must list some of ${choices.join(', ')}: current value holds "${unknown.join('", "')}"`,
        )
      }
      return wanted.length === 0 ? [...choices] : choices.filter((choice) => wanted.includes(choice))
    },
    url: (name: string, protocols: readonly string[]) => {
      const raw = optional(name)
      return raw === undefined ? undefined : parsedUrl(name, raw, protocols) && raw
    },
    urls: (name: string, protocols: readonly string[]) =>
      list(name).filter((raw) => parsedUrl(name, raw, protocols) !== undefined),
    publicUrl: (name: string) => {
      const raw = optional(name)
      const url = raw === undefined ? undefined : parsedUrl(name, raw, ['http:', 'https:'])
      if (url === undefined) return undefined
      if (url.search === '' && url.hash === '' && url.username === '' && url.password === '')
        return url.href.replace(/\/+$/, '')
      problems.push(`Cannot use ${name} as it must have no query, fragment or user: it has one`)
      return undefined
    },
    origins: (name: string) =>
      list(name).flatMap((raw) => {
        const url = parsedUrl(name, raw, ['http:', 'https:'])
        if (url === undefined) return []
        if (url.origin === raw) return [raw]
        problems.push(`Cannot use ${name} as it must list origins without a path: "${url.origin}" would do`)
        return []
      }),
  }
}

/** Whether a text is an address or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text)
}
