import { expect, test } from 'bun:test'
import { choosePhoto } from '../../../src/campaign/photos/choose-photo.ts'

const photo = (sha256: string, name: string, tags: readonly string[] = []) => ({
  kitId: 'acme',
  sha256,
  owner: 'demo',
  name,
  tags: JSON.stringify(tags),
  width: 900,
  height: 900,
  hasAlpha: false,
  mediaType: 'image/jpeg',
  bytes: 1,
  createdAt: 0,
})
const photos = [
  photo('shoe', 'Studio 7', ['trail shoe', 'summer']),
  photo('oldBag', 'Leather bag on a chair'),
  photo('bag', 'Leather bag'),
  photo('laufschuh', 'Der Laufschuh', ['Aurora']),
]

test.each([
  ['New trail shoes for summer', 'shoe'],
  ['A shoe on a trail', undefined],
  ['Summer sale in the morning', undefined],
  ['The leather bag, on a chair', 'oldBag'],
  ['Our bags are back', 'bag'],
  ['A campaign without bags', undefined],
  ['Kampagne mit der neuen Tasche', undefined],
  ['Der neue Laufschuh ist da', 'laufschuh'],
  ['Launch of Aurora', 'laufschuh'],
  ['', undefined],
])('the brief "%s" takes the photo %s', (brief, expected) => {
  expect(choosePhoto(photos, brief)?.photo.sha256).toBe(expected)
})
