import { describe, expect, test } from 'bun:test'
import { selectGroup } from '../../../../src/analysis/scan/robots/group.ts'
import { compileRules } from '../../../../src/analysis/scan/robots/rules.ts'

function verdictOf(file: string, path: string, token = 'FooBot') {
  const { text, sitemaps } = selectGroup(file, token)
  return compileRules(text, sitemaps).verdict(new URL(path, 'http://foo.bar'))
}
const allows = (file: string, path: string, token?: string) => verdictOf(file, path, token).allowed
const everyPath = 'user-agent: FooBot\ndisallow: /\n'

describe('groups', () => {
  const groups =
    'allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: /\nallow: /y/\n\n\nallow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n'
  test.each([
    ['FooBot', '/x/b', true],
    ['FooBot', '/z/d', true],
    ['FooBot', '/y/c', false],
    ['BarBot', '/y/c', true],
    ['BarBot', '/w/a', true],
    ['BarBot', '/z/d', false],
    ['BazBot', '/z/d', true],
    ['FooBot', '/foo/bar/', false],
    ['BarBot', '/foo/bar/', false],
    ['BazBot', '/foo/bar/', false],
  ])('%s obeys all groups that name it and no rule before the first: %s is %p', (token, path, allowed) => {
    expect(allows(groups, path, token)).toBe(allowed)
  })

  const simple =
    'User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\nUser-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\nUser-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n'
  test.each([
    ['anybot', '/publications/a', true],
    ['anybot', '/example/a', false],
    ['anybot', '/a.gif', false],
    ['anybot', '/a.gif?b', true],
    ['foobot', '/publications/', false],
    ['foobot', '/example/page.html', true],
    ['foobot', '/example/allowed.gif', true],
    ['foobot', '/example/other.gif', false],
    ['barbot', '/example/page.html', false],
    ['bazbot', '/example/page.html', false],
    ['bazbot', '/a.gif', true],
    ['quxbot', '/example/page.html', true],
  ])('the example of RFC 9309, section 5.1: for %s %s is %p', (token, path, allowed) => {
    expect(allows(simple, path, token)).toBe(allowed)
  })

  test.each([
    'FooBot',
    'foobot',
    'FOOBOT',
    'FooBot/1.2',
    'FooBot*',
    'FooBot bar',
    'FooBot, BarBot',
    'FooBot:',
    '  FooBot\t',
  ])('a user-agent line "%s" names FooBot', (value) => {
    expect(allows(`user-agent: *\nallow: /\nuser-agent:${value}\ndisallow: /\n`, '/x')).toBe(false)
  })
  test.each(['Foo Bot', 'FooBotNews', 'Foo', 'MyFooBot', 'FooBot-News', '"FooBot"', '', '*FooBot', '**'])(
    'a user-agent line "%s" does not name FooBot',
    (value) => {
      expect(allows(`user-agent:${value}\ndisallow: /\n`, '/x')).toBe(true)
    },
  )
})
test('everything is forbidden by one slash', () => {
  expect(verdictOf(everyPath, '/x')).toEqual({ allowed: false, line: 'disallow: /', lineNumber: 2 })
})
