import type { BuilderKey, SponsorKey, VerifierKey } from './actors.ts'

/** The text records of a name. */
export interface Profile {
  /** Without `.eth`. */
  label: string
  description: string
  url: string
  github: string
  twitter: string
  /** Hue of the avatar, in degrees. */
  hue: number
}

export const profiles: Readonly<Record<BuilderKey | SponsorKey | VerifierKey, Profile>> = {
  tidepool: profile('tidepool-labs', 'Open hardware for coasts: tide gauges, buoys and reef cameras.', 196),
  orchard: profile(
    'orchard-works',
    'Cooling, drying and grading for small farms, built with the farmers.',
    96,
  ),
  quarry: profile('quarry-research', 'Groundwater and soil science with open data and open code.', 28),
  lantern: profile(
    'paper-lantern',
    'New here. First pilot was withdrawn; a smaller one is in the making.',
    48,
  ),
  harbor: profile('harbor-fund', 'Funds coastal resilience against verified results.', 220),
  commons: profile('open-commons', 'A members’ pool for public goods in food and water.', 150),
  ridgeline: profile('ridgeline-dao', 'Backs field research that publishes what it measures.', 260),
  atlas: profile('atlas-audit', 'Engineers who re-run what builders claim.', 340),
  fieldcheck: profile('fieldcheck', 'On-site checks in 14 regions, with photographs and coordinates.', 12),
  gridwatch: profile('gridwatch', 'Verifies sensor data against independent stations.', 178),
  sable: profile('sable-review', 'Reviews documents and budgets line by line.', 290),
  north: profile('true-north', 'A student collective that replays published analyses.', 70),
}

function profile(label: string, description: string, hue: number): Profile {
  const handle = label.replaceAll('-', '')
  return { label, description, url: `https://${label}.example`, github: label, twitter: handle, hue }
}

/** A letter as SVG, which needs no other host. Base64, as ENSIP-12 clients such as viem read no other data URIs. */
export function avatarOf({ label, hue }: Profile): string {
  const letter = label.slice(0, 1).toUpperCase()
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' rx='14' ` +
    `fill='hsl(${hue},45%,38%)'/><text x='32' y='43' font-family='sans-serif' font-size='32' fill='#fff' ` +
    `text-anchor='middle'>${letter}</text></svg>`
  return `data:image/svg+xml;base64,${btoa(svg)}`
}
