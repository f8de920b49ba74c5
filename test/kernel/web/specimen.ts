import { html } from '../../../src/kernel/web/html.ts'
import { renderPage } from '../../../src/kernel/web/page.ts'

const tones = ['', 'good', 'warn', 'bad'] as const

/** Every component of the design in the states that it has. */
export function renderSpecimen(script?: string) {
  return renderPage({
    title: 'Components',
    wide: true,
    ...(script === undefined ? {} : { script }),
    main: html`<div class="row apart"><div><p class="eyebrow">Draft · revision 2</p><h1>Autumn blankets, woven slowly</h1></div>
<div class="row"><span class="badge warn">Waiting for review</span><span class="soft small">6 days left</span></div></div>
<div class="split">
<div class="stack">
<section class="card" aria-labelledby="buttons"><h2 id="buttons">Buttons</h2><div class="stack">
<div class="row"><button type="button">Approve <kbd>A</kbd></button><button class="secondary" type="button">Request changes</button><button class="secondary danger" type="button">Reject</button><button class="danger" type="button">Delete</button><button class="quiet" type="button">Cancel</button></div>
<div class="row"><button type="button" disabled>Approve</button><button type="button" aria-busy="true" disabled>Sending</button><a class="button secondary" href="#x">Download</a><span class="busy">Checking 3 files</span></div>
<div class="row"><div class="segments" role="group" aria-label="Format"><button type="button" aria-pressed="true">Square</button><button type="button" aria-pressed="false">Landscape</button><button type="button" aria-pressed="false">Portrait</button></div><button class="secondary toggle" type="button" aria-pressed="true">Safe area</button><button class="secondary toggle" type="button" aria-pressed="false">Clear space</button></div>
<div id="drawn"></div></div></section>
<section class="card" aria-labelledby="forms"><h2 id="forms">Forms</h2><form class="stack">
<div class="field"><label for="name">Reviewer</label><input id="name" value="Ada" autocomplete="off"><p class="hint">Shown in the history.</p></div>
<div class="field"><label for="note">Note</label><textarea id="note" aria-invalid="true" aria-describedby="problem" placeholder="What should change?"></textarea><p class="error" id="problem">Cannot send a note of more than 2,000 characters: this one has 2,013</p></div>
<div class="field"><label for="state">State</label><select id="state"><option>All</option></select></div>
<div class="row"><input type="checkbox" id="c" checked><label for="c">Only mine</label></div></form></section>
<section class="card" aria-labelledby="table"><h2 id="table">Checks</h2><div class="table-scroll" tabindex="0" role="group" aria-labelledby="table"><table><thead><tr><th scope="col">File</th><th scope="col">Result</th><th scope="col" class="number">Bytes</th></tr></thead><tbody>
<tr><th scope="row">square</th><td><span class="badge good">Same bytes</span></td><td class="number">812,440</td></tr>
<tr><th scope="row">landscape</th><td><span class="badge bad">Changed</span></td><td class="number">1,104,002</td></tr></tbody></table></div></section>
<div class="grid"><div class="card"><h3>Card</h3><p class="soft">With text.</p></div><div class="card"><h3>Card</h3><p class="soft">With text.</p></div><p class="empty">There are no drafts in this state.</p></div>
</div>
<aside class="stack" aria-label="Details">
${tones.map((tone) => html`<p class="notice ${tone}">This draft was approved on 4 May 2026 at 09:30. <a href="#x">Show it</a></p>`)}
<section class="card" aria-labelledby="brief"><h2 id="brief">Brief</h2><dl class="properties"><div><dt>Kit</dt><dd>harbor-loom@3</dd></div><div><dt>Seed</dt><dd class="mono">4182</dd></div><div><dt>Files</dt><dd><ul class="chips"><li>square</li><li>portrait</li></ul></dd></div></dl></section>
<section class="card" aria-labelledby="history"><h2 id="history">History</h2><ol class="timeline"><li class="good"><b>Approved</b> <span class="soft small">4 May, 09:30</span><p>Exactly right.</p></li><li class="warn"><b>Changes requested</b> <span class="soft small">3 May, 16:02</span></li><li><b>Created</b> <span class="soft small">3 May, 15:58</span></li></ol></section>
<div class="row">${tones.map((tone) => html`<span class="badge ${tone}">${tone || 'neutral'}</span>`)}</div>
<details><summary>Receipt</summary><p class="mono">sha256:0b7e7dbe6f534b579d5e6f1f3d0e2a11</p></details>
<p class="soft small"><kbd>A</kbd> approves, <kbd>?</kbd> shows all keys <span class="visually-hidden">of this page</span></p>
</aside></div>
<dialog aria-labelledby="question"><form method="dialog"><header><h2 id="question">Approve this draft?</h2></header><div class="body"><p>Three images, <span class="mono">sha256:0b7e…2a11</span>. An approval is final.</p><div class="field"><label for="why">Note (optional)</label><textarea id="why"></textarea></div></div><footer><button class="quiet" value="no">Cancel</button><button value="yes">Approve</button></footer></form></dialog>`,
  })
}
