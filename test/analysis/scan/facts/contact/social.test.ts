import { describe, expect, test } from 'bun:test'
import { social } from '../../../../../src/analysis/scan/facts/contact/social.ts'
import { profileOf } from '../../../../../src/analysis/scan/facts/contact/social-profiles.ts'
import { factsOf, type Snippet, valuesOf } from '../topic-kit.ts'

const profiles: ReadonlyArray<readonly [url: string, value: string]> = [
  ['https://www.linkedin.com/company/Nordlicht-Segel/about/', 'linkedin:company/nordlicht-segel'],
  ['https://de.linkedin.com/in/anna-weber', 'linkedin:in/anna-weber'],
  ['https://www.facebook.com/NordlichtSegel/', 'facebook:nordlichtsegel'],
  ['https://de-de.facebook.com/nordlicht?ref=ts', 'facebook:nordlicht'],
  ['https://www.facebook.com/profile.php?id=100064', 'facebook:100064'],
  ['https://m.facebook.com/pages/Nordlicht/12345', 'facebook:pages/nordlicht/12345'],
  ['https://twitter.com/Nordlicht', 'x:nordlicht'],
  ['https://x.com/@nordlicht', 'x:nordlicht'],
  ['https://www.instagram.com/nordlicht.segel/?hl=de', 'instagram:nordlicht.segel'],
  ['https://www.youtube.com/@Nordlicht', 'youtube:@nordlicht'],
  ['https://youtube.com/channel/UCabc_123', 'youtube:channel/ucabc_123'],
  ['https://www.tiktok.com/@nordlicht', 'tiktok:@nordlicht'],
  ['https://www.pinterest.de/nordlicht/', 'pinterest:nordlicht'],
  ['https://www.xing.com/pages/nordlicht', 'xing:pages/nordlicht'],
  ['https://www.threads.net/@nordlicht', 'threads:nordlicht'],
  ['https://bsky.app/profile/nordlicht.bsky.social', 'bluesky:nordlicht.bsky.social'],
  ['https://mastodon.social/@nordlicht', 'mastodon:@nordlicht@mastodon.social'],
  ['https://github.com/nordlicht', 'github:nordlicht'],
  ['https://t.me/nordlicht', 'telegram:nordlicht'],
  ['https://discord.gg/kx82mPq', 'discord:kx82mpq'],
]
const none = [
  'https://www.facebook.com/sharer/sharer.php?u=https://nordlicht-segel.de',
  'https://www.facebook.com/search/top?q=nordlicht%20segel',
  'https://www.facebook.com/share.php?u=x',
  'https://www.facebook.com/tr?id=1',
  'https://www.facebook.com/events/123',
  'https://twitter.com/intent/tweet?text=x',
  'https://twitter.com/share?url=x',
  'https://x.com/nordlicht/status/123',
  'https://twitter.com/hashtag/segeln',
  'https://www.linkedin.com/shareArticle?mini=true&url=x',
  'https://www.linkedin.com/sharing/share-offsite/?url=x',
  'https://www.linkedin.com/feed/update/urn:li:activity:1',
  'https://www.instagram.com/p/CxYz/',
  'https://www.instagram.com/reel/abc/',
  'https://www.youtube.com/watch?v=abc',
  'https://www.youtube.com/embed/abc',
  'https://youtu.be/abc',
  'https://www.tiktok.com/@nordlicht/video/1',
  'https://www.pinterest.com/pin/create/button/?url=x',
  'https://wa.me/?text=Lesen',
  'https://wa.me/494311234567',
  'https://t.me/share/url?url=x',
  'https://vimeo.com/76979871',
  'https://www.facebook.com/',
  'https://example.com/@nordlicht',
  'https://notfacebook.com/nordlicht',
  'mailto:info@nordlicht-segel.de',
]

test.each(profiles)('%s is the profile %s', (url, value) => {
  const profile = profileOf(url, false)
  expect(`${profile?.network}:${profile?.handle}`).toBe(value)
})

test.each(none.map((url) => [url]))('%s is not a profile', (url) => {
  expect(profileOf(url, false)).toBeUndefined()
})

const snippets: readonly Snippet[] = [
  {
    name: 'icons in the footer',
    html: '<footer><a href="https://www.instagram.com/ganzanders"><svg></svg></a></footer>',
    values: ['instagram:ganzanders'],
  },
  {
    name: 'structured data',
    html: '<script type="application/ld+json">{"@type":"Organization","name":"Nordlicht Segel","sameAs":["https://www.facebook.com/nordlicht","https://de.wikipedia.org/wiki/Nordlicht"]}</script>',
    values: ['facebook:nordlicht'],
  },
  {
    name: 'Twitter’s site meta',
    html: '<meta name="twitter:site" content="@NordlichtSegel">',
    values: ['x:nordlichtsegel'],
  },
  {
    name: 'a call to follow',
    html: '<main><p>Folgen Sie uns auf <a href="https://www.instagram.com/ganzanders">Instagram</a></p></main>',
    values: ['instagram:ganzanders'],
  },
  {
    name: 'a name that fits, anywhere',
    html: '<main><p>Fotos auf <a href="https://www.instagram.com/nordlicht_segel">Instagram</a></p></main>',
    values: ['instagram:nordlicht_segel'],
  },
  {
    name: 'rel="me"',
    html: '<main><a rel="me" href="https://kueste.social/@nordlicht">Mastodon</a></main>',
    values: ['mastodon:@nordlicht@kueste.social'],
  },
  {
    name: 'share buttons',
    html: '<footer><a href="https://www.facebook.com/sharer/sharer.php?u=x">Teilen</a><a href="https://twitter.com/intent/tweet">Tweet</a></footer>',
    values: [],
  },
  {
    name: 'a partner in the text',
    html: '<main><p>Unser Partner <a href="https://www.instagram.com/reederei.voss">Voss</a></p></main>',
    values: [],
  },
  {
    name: 'people on the team page',
    url: 'https://www.nordlicht-segel.de/team',
    html: '<main><h3>Anna Weber</h3><a href="https://www.linkedin.com/in/anna-weber">LinkedIn</a></main>',
    values: [],
  },
  {
    name: 'the agency beside the company',
    html: '<footer><a href="https://www.facebook.com/nordlichtsegel">F</a> <a href="https://www.facebook.com/pixelkutter">P</a></footer>',
    values: ['facebook:nordlichtsegel'],
  },
  {
    name: 'the agency’s credit',
    html: '<footer><p>Website by <a href="https://www.instagram.com/pixelkutter">Pixelkutter</a></p></footer>',
    values: [],
  },
  {
    name: 'an embedded post',
    html: '<main><blockquote><a href="https://x.com/seglerin">Seglerin</a></blockquote></main>',
    values: [],
  },
  {
    name: 'a hidden link',
    html: '<footer hidden><a href="https://x.com/nordlicht">X</a></footer>',
    values: [],
  },
  {
    name: 'somebody else’s repository',
    html: '<footer><a href="https://github.com/twbs/bootstrap">Bootstrap</a></footer>',
    values: [],
  },
]

describe('profiles are read from', () => {
  test.each(snippets.map((snippet) => [snippet.name, snippet] as const))('%s', (_, snippet) => {
    expect(valuesOf(social, snippet)).toEqual([...snippet.values])
  })
})

test('people read the profile’s address', () => {
  const html = '<footer><a href="https://www.instagram.com/Nordlicht/">Instagram</a></footer>'
  expect(factsOf(social, { html })[0]?.text).toBe('Profile: https://www.instagram.com/Nordlicht/')
})
