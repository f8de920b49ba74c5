import Ajv2020 from 'ajv/dist/2020'

/** Checks answers of a route against the description that the same server gives of it; answers what does not fit. */
export async function schemaCheck(
  server: string,
  path: string,
  method: string,
  area = 'analysis',
): Promise<(value: unknown) => unknown> {
  const description = await (await fetch(`${server}/openapi/${area}.json`)).json()
  const ajv = new Ajv2020({
    strict: false,
    formats: { 'date-time': true, uri: URL.canParse, uuid: true, email: true },
  })
  ajv.addSchema(description, 'api')
  const route = path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  const check = ajv.compile({
    $ref: `api#/paths/${route}/${method}/responses/200/content/application~1json/schema`,
  })
  return (value) => (check(value) ? [] : check.errors)
}
