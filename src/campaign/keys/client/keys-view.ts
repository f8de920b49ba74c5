import { html, nothing, type TemplateResult } from 'lit-html'
import { submitted } from '../../../kernel/web/client/submitted.ts'
import { swatches } from '../../../kernel/web/client/swatches.ts'
import { localCaller } from '../../entitlements/caller-name.ts'
import type { Kit } from '../../requests/kit.ts'
import type { KeysActions, KeysState, ShownKey } from './keys-state.ts'

type View = TemplateResult | typeof nothing

/** Keys of callers for the operator, and the kits of the caller. */
export function keysView(
  state: KeysState,
  actions: KeysActions,
  plans: readonly { name: string; about: string }[],
): View {
  return html`<div class="stack">${createdPart(state, actions)}
    ${state.failure === undefined ? nothing : html`<p class="notice bad" role="alert">${state.failure}</p>`}
    ${state.keys === undefined ? refusedKeys(state, actions) : html`<div class="split">${keysPart(state.keys, actions)}${newKeyPart(state, state.keys, actions, plans)}</div>`}
    ${kitsPart(state, actions)}</div>`
}

function createdPart({ created }: KeysState, actions: KeysActions): View {
  return created === undefined
    ? nothing
    : html`<section class="notice good"><b>The key of “${created.caller}” is ready. It is shown once; only a hash of it is stored.</b>
        <div class="secret"><code>${created.key}</code><button @click=${() => actions.copy(created.key)}>Copy</button></div></section>`
}

function keysPart(keys: readonly ShownKey[], actions: KeysActions): View {
  return html`<section class="card flush" aria-labelledby="caller-keys"><h2 id="caller-keys">Caller keys</h2>${
    keys.length === 0
      ? html`<p class="soft">None: requests from this machine run as the caller “demo”. Once a key exists, every request needs one, also after all are revoked.</p>`
      : html`<table class="records listed"><thead><tr><th scope="col">Caller</th><th scope="col">Plan</th><th scope="col" class="number">Created</th><th scope="col" class="number">Last used</th><th scope="col">Runs today</th><th scope="col">State</th></tr></thead><tbody>${keys.map((key) => keyRow(key, actions))}</tbody></table>
        <p class="pager">Last use is known since this server started.</p>`
  }</section>`
}

function keyRow(key: ShownKey, actions: KeysActions): View {
  const { id, caller, plan, createdAt, lastUsedAt, revokedAt, runsToday, runsPerDay } = key
  return html`<tr><th scope="row">${caller}<span class="sub mono">${id}</span></th><td>${plan}</td><td class="number wide-only">${dayOf(createdAt)}</td><td class="number wide-only">${lastUsedAt === null ? '–' : dayOf(lastUsedAt)}</td>
    <td data-label="Runs today">${runsToday} of ${runsPerDay}<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect width=${runsPerDay === 0 ? 0 : (100 * runsToday) / runsPerDay} height="1"></rect></svg></td>
    <td>${revokedAt === null ? html`<button class="danger secondary small" aria-label=${`Revoke ${id} of ${caller}`} @click=${() => actions.revoke(id)}>Revoke</button>` : html`<span class="soft">Revoked ${dayOf(revokedAt)}</span>`}</td></tr>`
}

function newKeyPart(
  { busy }: KeysState,
  keys: readonly ShownKey[],
  actions: KeysActions,
  plans: readonly { name: string; about: string }[],
): View {
  // What was made without keys is the local caller's: its key comes first.
  const isOpen = keys.length === 0
  const isKept = keys.some(({ caller, revokedAt }) => caller === localCaller && revokedAt === null)
  return html`<section class="card" aria-labelledby="new-key"><h2 id="new-key">New key</h2><form class="stack" @submit=${submitted((fields) => actions.create(fields('caller'), fields('plan')))}>
    <div class="field"><label for="caller">Caller</label><input id="caller" name="caller" .defaultValue=${isOpen ? localCaller : ''} required maxlength="64" pattern="[a-z0-9][a-z0-9._\\-]*" autocapitalize="none" spellcheck="false"><p class="hint">Lower-case letters, digits, dots, hyphens and underscores.${isKept ? '' : html` A key of “${localCaller}” leads to the kits and drafts that were made without keys.`}</p></div>
    <div class="field"><label for="plan">Plan</label><select id="plan" name="plan">${plans.map(({ name, about }) => html`<option value=${name}>${name}: ${about}</option>`)}</select></div>
    ${isOpen ? html`<label class="row small"><input type="checkbox" required> From now on every request needs a key, from this machine too. Revoking keys does not undo this.</label>` : nothing}
    <div><button aria-busy=${busy}>Create key</button></div></form></section>`
}

function refusedKeys({ keysRefusal, busy }: KeysState, actions: KeysActions): View {
  if (busy && keysRefusal === undefined) return html`<p class="busy">Loading…</p>`
  return html`<section class="card" aria-labelledby="caller-keys"><h2 id="caller-keys">Caller keys</h2><p class="soft">Only the operator sees and makes keys. ${keysRefusal}</p>
    <form class="stack" @submit=${submitted((fields) => actions.useToken(fields('token')))}><div class="field"><label for="token">Operator token</label><input class="mono" id="token" name="token" type="password" autocomplete="off" required minlength="16" maxlength="200"></div><div><button class="secondary">Use it in this tab</button></div></form></section>`
}

function kitsPart(state: KeysState, actions: KeysActions): View {
  const { kits, kitsRefusal } = state
  if (kits === undefined)
    return kitsRefusal === undefined
      ? nothing
      : html`<section class="card" aria-labelledby="kits"><h2 id="kits">Brand kits</h2><p class="soft">Kits belong to a caller. ${kitsRefusal}</p>
          <form class="stack" @submit=${submitted((fields) => actions.useKey(fields('key')))}><div class="field"><label for="key">Caller key</label><input class="mono" id="key" name="key" type="password" autocomplete="off" required maxlength="200"></div><div><button class="secondary">Show its kits</button></div></form></section>`
  return html`<section class="stack" aria-labelledby="kits"><div class="row apart"><h2 id="kits">Brand kits</h2><a href="/scan">Make one from a website</a></div><div class="grid">${kits.map((kit) => kitPart(kit, state, actions))}</div></section>`
}

function kitPart(kit: Kit, { samples, versions, sampling }: KeysState, actions: KeysActions): View {
  const { id, version, name, logo, logoVariants, palette, formats, prompt, updatedAt, tone, layout } = kit
  const sample = samples.get(id)
  const listed = versions.get(id)
  const rows = [
    ['Logo', logo === undefined ? 'none' : `${logo.width} × ${logo.height}`],
    ['Formats', formats.join(', ')],
    ['Tone', tone],
    ['Layout', layout],
    ['Prompt', prompt],
    ['Version', `${version}, of ${dayOf(updatedAt)}`],
  ] as const
  return html`<article class="card"><div class="row apart"><h3><bdi>${name}</bdi></h3><span class="hash">${id}@${version}</span></div>
    ${logo === undefined ? nothing : html`<p class="kit-logo"><span><img src=${pathOf(logo.url)} alt=${`Logo of ${name}`} loading="lazy"></span><span><img src=${pathOf((logoVariants?.light ?? logo).url)} alt="" loading="lazy"></span></p>`}
    <dl class="properties"><div><dt>Palette</dt><dd>${palette.length === 0 ? 'none' : swatches(palette)}</dd></div>${rows.map(([word, value]) => (value === undefined ? nothing : html`<div><dt>${word}</dt><dd><bdi>${value}</bdi></dd></div>`))}</dl>
    ${
      sample?.previewUrl === undefined
        ? nothing
        : html`<figure class="kit-sample"><a href=${`/studio/drafts/${sample.draftId}`}><img src=${pathOf(sample.previewUrl)} alt=${`Newest image with ${name}`} loading="lazy"></a><figcaption class="small soft">Newest image, ${dayOf(sample.createdAt)}${sample.brandKit?.version === version ? '' : `, with version ${sample.brandKit?.version}`}</figcaption></figure>`
    }
    <div class="row"><button class="secondary small" aria-busy=${sampling === id} ?disabled=${sampling !== undefined} @click=${() => actions.makeSample(kit)}>Make a sample</button>
      ${listed === undefined ? html`<button class="quiet small" aria-label=${`Versions of ${name}`} @click=${() => actions.openVersions(id)}>Versions</button>` : nothing}</div>
    ${listed === undefined ? nothing : html`<ol class="kit-versions small" role="list" aria-label=${`Versions of ${name}`}>${listed.map((one) => html`<li><span class="hash">${id}@${one.version}</span> <bdi>${one.name}</bdi>, ${dayOf(one.createdAt)}${one.current ? html` <span class="badge good">current</span>` : nothing}</li>`)}</ol>`}</article>`
}

/** Images are on this server, which a browser may reach under another name than that of the API's addresses. */
function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}

function dayOf(time: string): string {
  return time.slice(0, 16).replace('T', ', ')
}
