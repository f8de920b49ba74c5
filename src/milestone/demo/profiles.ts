import { type Static, Type } from '@sinclair/typebox'
import { checkedData, eachOf } from '../../kernel/runtime/checked-data.ts'
import { builderKeys, sponsorKeys, verifierKeys } from './actors.ts'
import data from './profiles.json'

const Profile = Type.Object(
  {
    /** The name on the chain, without `.eth`. */
    label: Type.String({ pattern: '^[a-z-]+$' }),
    description: Type.String(),
    /** Of the avatar, in degrees. */
    hue: Type.Integer({ minimum: 0, maximum: 359 }),
  },
  { additionalProperties: false },
)
const Profiles = eachOf([...builderKeys, ...sponsorKeys, ...verifierKeys], Profile)

/** What the text records of a name are made from. */
export type Profile = Static<typeof Profile>

export const profiles = checkedData(Profiles, data, 'profiles.json')

/** The text records of a name. */
export function textsOf(profile: Profile): Record<string, string> {
  const { label, description } = profile
  return {
    avatar: avatarOf(profile),
    description,
    url: `https://${label}.example`,
    'com.github': label,
    'com.twitter': label.replaceAll('-', ''),
  }
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
