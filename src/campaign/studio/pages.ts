import { browserScript } from '../../kernel/web/browser-script.ts'
import { type Html, html } from '../../kernel/web/html.ts'
import { renderPage } from '../../kernel/web/page.ts'
import { pageResponse, type Source } from '../../kernel/web/page-response.ts'
import { anchors, CopyControls } from '../compose/controls.ts'
import { partNames } from '../compose/copy/parts.ts'
import { layouts } from '../compose/layouts/layouts.ts'
import { noteCharsMax, pinNoteCharsMax, ReviewerName } from '../drafts/draft.ts'
import type { StudioOptions } from './client/options.ts'
import style from './studio.css' with { type: 'text' }

/** The pages of the studio. They are the same for everybody: their scripts read drafts from the API. */
export interface StudioPages {
  drafts(): Promise<Response>
  draft(): Promise<Response>
}

const options: Omit<StudioOptions, 'agent'> = {
  noteCharsMax,
  pinNoteCharsMax,
  nameCharsMax: Number(ReviewerName['maxLength']),
  parts: partNames.map((name) => ({ name, charsMax: Number(CopyControls.properties[name]['maxLength']) })),
  layouts: Object.values(layouts).map(({ name, description }) => ({ name, description })),
  placements: ['auto', ...anchors],
}

/** @param agentUrl where the API is; the only place that the pages may reach */
export function createStudioPages({ agentUrl }: { agentUrl: string }): StudioPages {
  const { origin } = new URL(agentUrl)
  const source: Source = origin.startsWith('https:')
    ? `https://${origin.slice(8)}`
    : `http://${origin.slice(7)}`
  const shell = async (name: string, title: string, withoutScript: Html) => {
    const page = renderPage({
      title,
      wide: true,
      here: 'studio',
      style,
      script: await browserScript(`campaign/studio/${name}.client.ts`),
      main: html`<div id="studio" data-agent="${agentUrl}" data-options="${JSON.stringify(options)}">
<p class="busy script">Loading…</p>
<noscript><section class="card message"><h1>The studio needs JavaScript</h1>${withoutScript}</section></noscript>
</div>
<p id="announcements" class="visually-hidden" role="status"></p>`,
    })
    return pageResponse(page, { connect: [source], images: [source] })
  }
  return {
    drafts: () =>
      shell(
        'drafts',
        'Drafts – Cairn studio',
        html`<p>Without it, the API lists your drafts:</p>
<pre class="mono small">curl -H 'Authorization: Bearer KEY' ${agentUrl}/api/drafts</pre>`,
      ),
    draft: () =>
      shell(
        'draft',
        'Draft – Cairn studio',
        html`<p>The token after the “#” of your link never leaves your browser by itself: a script takes it from the address and sends it to the API. Without it, you can ask the API:</p>
<pre class="mono small">curl -H 'Authorization: Bearer TOKEN' ${agentUrl}/api/drafts/ID</pre>`,
      ),
  }
}
