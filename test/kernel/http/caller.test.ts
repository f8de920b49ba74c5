import { expect, test } from 'bun:test'
import { createCallers } from '../../../src/kernel/http/caller.ts'
import { widerCallerOf } from '../../../src/kernel/runtime/caller-networks.ts'

const trustedProxies = ['10.0.0.0/8', 'fd00::1']

/** The caller of a request from this address with this `X-Forwarded-For`. */
function callerFrom(peer: string | undefined, forwarded?: string): string {
  const callers = createCallers({ connections: { addressOf: () => peer }, trustedProxies, secret: 'secret' })
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return callers.of(new Request('http://localhost/', { headers }))
}

test.each([
  [
    'the socket address counts when the peer is not a trusted proxy',
    '203.0.113.5',
    '198.51.100.1',
    '203.0.113.5',
  ],
  ['the header of a trusted proxy names the caller', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  [
    'only the last address is trusted, as callers can write those before it',
    '10.1.2.3',
    '1.1.1.1, 198.51.100.1',
    '198.51.100.1',
  ],
  ['addresses of trusted proxies are skipped', '10.1.2.3', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['a trusted proxy without the header is the caller', '10.1.2.3', undefined, '10.1.2.3'],
  ['an invalid address ends the chain', '10.1.2.3', '198.51.100.1, garbage', '10.1.2.3'],
  ['a port after the address is ignored', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
  ['a port after a bracketed address is ignored', '10.1.2.3', '[2001:4860::1]:4711', '2001:4860::1'],
  ['an IPv6 proxy can be trusted', 'fd00::1', '198.51.100.1', '198.51.100.1'],
  ['an IPv4 address may come mapped into IPv6', '::ffff:203.0.113.5', undefined, '203.0.113.5'],
])('%s', (_, peer, forwarded, same) => {
  expect(callerFrom(peer, forwarded)).toBe(callerFrom(same))
})

test('an IPv6 network of 64 bits is one caller, and two networks are two', () => {
  expect(callerFrom('2001:4860:1:2::1')).toBe(callerFrom('2001:4860:1:2:ffff::9'))
  expect(callerFrom('2001:4860:1:2::1')).not.toBe(callerFrom('2001:4860:1:3::1'))
})

test('callers of one IPv6 network of 48 bits have that network in common, others have none', () => {
  const wider = (address: string) => widerCallerOf(callerFrom(address))
  expect(wider('2001:4860:1:2::1')).toBe(wider('2001:4860:1:ffff::9'))
  expect(wider('2001:4860:1:2::1')).not.toBe(wider('2001:4860:2:2::1'))
  expect([wider('203.0.113.5'), wider('::ffff:203.0.113.5'), widerCallerOf('v7:a:b')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a caller is identified by a keyed hash, from which its address cannot be read or guessed', () => {
  const caller = callerFrom('203.0.113.5')
  expect(caller).toMatch(/^[\w-]{43}$/)
  const other = createCallers({
    connections: { addressOf: () => '203.0.113.5' },
    trustedProxies: [],
    secret: 'another secret',
  })
  expect(other.of(new Request('http://localhost/'))).not.toBe(caller)
})

test('a connection that is closed already still has a caller', () => {
  expect(callerFrom(undefined)).toMatch(/^[\w-]{43}$/)
})
