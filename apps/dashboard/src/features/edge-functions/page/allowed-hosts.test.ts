import { allowedHostsMost } from '@colonnade/contracts/functions/edge-functions'
import { expect, test } from 'vitest'
import { readHosts } from './allowed-hosts.ts'

test.each(['example.com', '*.example.com:443', 'localhost', '203.0.113.7:8080', 'xn--mnchen-3ya.de'])('%s is a host', (host) => {
  expect(readHosts(` ${host.toUpperCase()}\n\n${host.toUpperCase()}`)).toEqual({ hosts: [host] })
})

test.each([
  '*',
  'a..b',
  '-a.com',
  'münchen.de',
  'https://example.com',
  'a.*.com',
  '*.1.2.3.4',
  '1.2.3.256',
  '1.2.3',
  'a.com:0',
  'a.com:65536',
  '[::1]',
  'a b',
])('%s is none', (host) => {
  expect(readHosts(`example.com\n${host}`).problem).toContain(host)
})

test('a function has a bounded number of hosts', () => {
  const hosts = Array.from({ length: allowedHostsMost + 1 }, (_, index) => `h${index}.example.com`)
  expect(readHosts(hosts.join('\n')).problem).toContain(String(allowedHostsMost))
})
