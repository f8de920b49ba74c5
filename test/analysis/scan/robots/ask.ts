import { selectGroup } from '../../../../src/analysis/scan/robots/own-group.ts'
import { compileRules, type RobotsVerdict } from '../../../../src/analysis/scan/robots/rules.ts'

/** What a robots.txt says to `token` about a path. */
export function verdictOf(file: string, path: string, token = 'FooBot'): RobotsVerdict {
  const { text, sitemaps } = selectGroup(file, token)
  return compileRules(text, sitemaps).verdict(urlOf(path))
}

/** Not resolved against the site: `//a` would be another host. */
export function urlOf(path: string): URL {
  return new URL(`http://foo.bar${path}`)
}

export function allows(file: string, path: string, token?: string): boolean {
  return verdictOf(file, path, token).allowed
}

/** A file whose one group is ours. */
export function forFooBot(...rules: string[]): string {
  return `user-agent: FooBot\n${rules.join('\n')}\n`
}
