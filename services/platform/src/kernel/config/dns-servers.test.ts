import { readConfig } from '@colonnade/core'
import { expect, test } from 'vitest'
import { readDnsServers } from './dns-servers.ts'

const dnsServers = (text: string) => readConfig({ COLONNADE_DNS_SERVERS: text }, readDnsServers)

test('DNS servers are addresses with commas between them, the machine’s own where there are none', () => {
  expect(dnsServers('')).toBeNull()
  expect(dnsServers('192.0.2.1, [2001:db8::1]:5353')).toEqual(['192.0.2.1', '[2001:db8::1]:5353'])
  for (const wrong of ['dns.example.com', '192.0.2.1,', '192.0.2.1 192.0.2.2', '300.0.0.1']) {
    expect(() => dnsServers(wrong)).toThrow('COLONNADE_DNS_SERVERS must be addresses')
  }
})
