interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  [keyword: string]: unknown
}

interface Description {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Answer> }>>
  components: { schemas: Record<string, Schema> }
}

interface Answer {
  content?: Record<string, { schema: Schema; example?: unknown }>
}

const shown = ['example', 'examples', 'enum', 'const', 'default', 'format', 'contentMediaType']

/**
 * Members of successful JSON answers that a description shows as `"string"`, as `operationId 200 .member`: texts for which
 * it has neither an example nor a format.
 */
export function bareTexts({ paths, components }: Description): string[] {
  const resolved = (schema: Schema): Schema => {
    const { $ref } = schema
    const found = $ref === undefined ? schema : components.schemas[$ref.split('/').at(-1) ?? '']
    if (found === undefined) throw new Error(`The description lacks ${$ref}`)
    return found
  }
  const bareIn = (given: Schema, path: string, above: readonly Schema[]): string[] => {
    const schema = resolved(given)
    if (above.includes(schema) || shown.some((keyword) => schema[keyword] !== undefined)) return []
    const inside = [...above, schema]
    const { type, properties, items } = schema
    const [first] = schema.anyOf ?? schema.oneOf ?? []
    return [
      ...Object.entries(properties ?? {}).flatMap(([name, each]) => bareIn(each, `${path}.${name}`, inside)),
      ...(schema.allOf ?? []).flatMap((each) => bareIn(each, path, inside)),
      ...(items === undefined ? [] : bareIn(items, `${path}[]`, inside)),
      ...(first === undefined ? [] : bareIn(first, path, inside)),
      ...(type === 'string' ? [path] : []),
    ]
  }
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([status, { content = {} }]) =>
          Object.entries(content)
            .filter(([type, { example }]) => type.includes('json') && example === undefined)
            .flatMap(([, { schema }]) => bareIn(schema, `${operationId} ${status} `, [])),
        ),
    )
}
