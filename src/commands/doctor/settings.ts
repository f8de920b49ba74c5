import { messageOf } from '../../kernel/runtime/errors.ts'
import { readConfig } from '../../kernel/settings/config.ts'
import type { Check } from './report.ts'

export function settingsCheck(environment: Readonly<Record<string, string | undefined>>): Check {
  return {
    name: 'settings',
    required: true,
    run: async () => {
      try {
        const { host, port, areas } = readConfig(environment)
        return { state: 'ok', detail: `${host}:${port}, ${areas.join(', ')}` }
      } catch (error) {
        const detail = messageOf(error).replaceAll('\n', '; ')
        return { state: 'problem', detail, advice: '`cairn serve --help` lists the settings' }
      }
    },
  }
}
