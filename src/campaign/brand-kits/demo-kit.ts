import { demoKitId, type KitRequest } from '../requests/kit.ts'
import demoLogo from './demo-logo.svg' with { type: 'text' }
import lightDemoLogo from './demo-logo-light.svg' with { type: 'text' }
import type { BrandKits } from './kits.ts'
import type { Logos } from './logos.ts'

/** Owns the demo kit; no caller can have this name. */
const owner = 'cairn:demo'

const demoKit: KitRequest = {
  id: demoKitId,
  name: 'Cairn demo launch',
  controls: { placement: 'auto', scale: 'auto', margin: 'auto', color: 'original', opacity: 1 },
  text: { position: 'auto', fontSize: 'auto', color: 'auto', style: 'auto', align: 'auto' },
  palette: ['#1f3a4d', '#c8643c', '#f2e8d8', '#7a9a8a'],
  formats: ['square', 'landscape', 'portrait'],
  prompt: 'Stones on a calm shore in the early morning',
  approved: true,
}

/** Creates version 1 of the demo kit if it does not exist. */
export async function ensureDemoKit({ kits, logos }: { kits: BrandKits; logos: Logos }): Promise<void> {
  if (await kits.hasDemoKit()) return
  const [logo, light] = await Promise.all(
    [demoLogo, lightDemoLogo].map((svg) => logos.add(new TextEncoder().encode(svg))),
  )
  await kits.createOnce(owner, demoKit, { ...(logo && { logo }), ...(light && { light }) })
}
