/**
 * Puts Swagger UI in the place of the page's list once one of its links is followed, or at once if the address names an
 * operation. Swagger UI copies the whole description several times before it shows anything, which takes seconds on a
 * slow machine: it is given what its list of operations shows, and an operation's parameters, bodies and responses when
 * it is opened.
 */

import { once } from '../runtime/once.ts'

type Json = Record<string, unknown>
type Path = readonly string[]

type SwaggerUi = (options: Json) => void

/** What Swagger UI hands to a plugin, as far as it is used here. */
interface PluginSystem {
  fn: { resolveSubtree(description: Json, path: Path): Promise<{ spec: unknown }> }
  specActions: {
    updateResolvedSubtree(path: Path, value: unknown): unknown
    updateJsonSpec(description: unknown): unknown
  }
}

declare const SwaggerUIBundle: SwaggerUi

const bundle = '/swagger/swagger-ui-bundle.js'

/** The members of an operation that the list shows or needs; `security` locks it. */
const listedMembers = ['tags', 'summary', 'operationId', 'deprecated', 'security']
const place = document.getElementById('swagger-ui')

const status = place?.querySelector('[role=status]')

// Swagger UI has a dark scheme, which a class turns on.
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
addEventListener('hashchange', startIfNamed)
startIfNamed()

/** The address of an operation begins with `#/`; Swagger UI shows the one that it finds there. */
function startIfNamed() {
  if (!location.hash.startsWith('#/')) return
  removeEventListener('hashchange', startIfNamed)
  if (status) status.textContent = 'Swagger UI is loading …'
  start().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    if (status) status.textContent = `Swagger UI cannot be shown (${reason}): load the page again`
  })
}

async function start() {
  const [response] = await Promise.all([fetch(place?.dataset['document'] ?? '/openapi.json'), loadBundle()])
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  const text = await response.text()
  const listed = listOnly(JSON.parse(text))
  const whole = once((): Json => ({ ...JSON.parse(text, asOlderVersion), openapi: '3.0.4' }))
  const resolving = new Map<string, Promise<void>>()
  const resolve = async (path: Path, { fn, specActions }: PluginSystem) => {
    // The only other one is the security schemes, which refer to nothing.
    const isOperation = path[0] === 'paths'
    const resolved = isOperation
      ? (await fn.resolveSubtree(whole(), path)).spec
      : listed.components.securitySchemes
    specActions.updateResolvedSubtree(path, resolved)
  }
  SwaggerUIBundle({
    spec: listed,
    plugins: [
      {
        statePlugins: {
          spec: {
            // By itself, it reads the text as YAML.
            actions: {
              parseToJson:
                (description: string) =>
                ({ specActions }: PluginSystem) =>
                  specActions.updateJsonSpec(JSON.parse(description)),
            },
            wrapActions: {
              requestResolvedSubtree: (_: unknown, system: PluginSystem) => (path: Path) => {
                const key = path.join(' ')
                const isRequested = resolving.has(key)
                if (!isRequested) resolving.set(key, resolve(path, system))
              },
            },
          },
        },
      },
    ],
    dom_id: '#swagger-ui',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    validatorUrl: null,
    tryItOutEnabled: true,
  })
}

async function loadBundle() {
  const loaded = Promise.withResolvers<unknown>()
  const script = document.createElement('script')
  script.addEventListener('load', loaded.resolve)
  script.addEventListener('error', () => loaded.reject(new Error(`${bundle} cannot be loaded`)))
  script.src = bundle
  document.head.append(script)
  await loaded.promise
}

/** The description without what only an opened operation shows. */
function listOnly({
  paths,
  components,
  ...rest
}: {
  paths: Record<string, Record<string, Json>>
  components: Json
}) {
  const shorten = (operation: Json) =>
    Object.fromEntries(listedMembers.map((name) => [name, operation[name]]))
  return {
    ...rest,
    openapi: '3.0.4',
    paths: mapValues(paths, (operations) => mapValues(operations, shorten)),
    components: { securitySchemes: components['securitySchemes'] },
  }
}

function mapValues<From, To>(from: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, change(value)]))
}

/** The few members of OpenAPI 3.1 that differ, in the form of 3.0, for which Swagger UI is several times as fast. */
function asOlderVersion(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const { examples, const: only, ...rest }: Json = { ...value }
  if (Array.isArray(examples)) rest['example'] ??= examples[0]
  else if (examples !== undefined) rest['examples'] = examples
  if (only !== undefined && typeof only !== 'object') rest['enum'] = [only]
  else if (only !== undefined) rest['const'] = only
  // Would be shown as "additionalProp1" in examples.
  if (rest['additionalProperties'] === true) delete rest['additionalProperties']
  return rest
}
