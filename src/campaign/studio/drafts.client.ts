import { render } from 'lit-html'
import { visibleTexts } from '../../kernel/web/client/visible-texts.ts'
import { createStudioApi } from './client/api.ts'
import { runList } from './client/run-list.ts'
import { createAnnouncer, keptKey, readShell } from './client/shell.ts'
import { listPage } from './client/views/list-page.ts'

const { root, options } = readShell()

void runList({
  apiFor: (key) =>
    createStudioApi({ agent: options.agent, credential: key, fetch: (url, init) => fetch(url, init) }),
  key: keptKey,
  now: Date.now,
  show: (state, actions) =>
    render(listPage({ ...state, drafts: state.drafts && visibleTexts(state.drafts) }, actions), root),
  announce: createAnnouncer(),
}).load()
