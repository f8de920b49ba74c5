import type { HomePart } from '../../kernel/web/home-part.ts'
import { html } from '../../kernel/web/html.ts'
import { exampleRequest } from '../discovery/card.ts'

export function campaignHomePart(): HomePart {
  const kit = exampleRequest.parameters.brandKitId
  return {
    card: html`<h2>Make a campaign</h2>
<p>Write a brief. You get three formats with the exact logo, a review link, and a signed receipt.</p>
<form class="try" id="make-images" data-kit="${kit}"><label for="command">Brief for the kit <code>${kit}</code></label>
<textarea id="command" name="command" required maxlength="2000">${exampleRequest.command}</textarea>
<div class="field" hidden><label for="caller-key">Caller key</label><input class="mono" id="caller-key" type="password" autocomplete="off" maxlength="200"><p class="hint">This server has <a href="/keys">keys</a>, and serves callers with one.</p></div>
<div><button type="submit">Make images</button></div>
<output class="proof"></output><noscript><p class="hint">This needs JavaScript; the same as one request: <a href="/docs/start">Start</a></p></noscript></form>
<p class="proof end">The logo is composited exactly and compared after encoding. <a href="/studio">Drafts in the studio</a></p>`,
    links: [
      { path: '/.well-known/agent.json', about: 'capability card, which is also the A2A card' },
      { path: '/a2a', isPost: true, about: 'A2A endpoint (POST, JSON-RPC) of versions 1.0 and 0.3' },
      { path: '/.well-known/jwks.json', about: 'keys that sign receipts' },
    ],
  }
}
