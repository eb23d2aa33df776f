import { openTestDns } from '@colonnade/testing/dns'
import { expect, test } from 'vitest'
import { createDnsLook } from './dns-look.ts'

const [name, host] = ['db.shop.example', 'colonnade.example']

test('an address that could not be compared with all of the installation’s is not known to be wrong', async () => {
  await using dns = await openTestDns()
  const look = async () => (await createDnsLook([dns.server])(name, 'proof', host)).address.outcome
  dns.serve({ [`${name} A`]: ['192.0.2.1'], [`${host} A`]: ['192.0.2.1'], [`${host} AAAA`]: ['2001:db8::1'] })
  expect(await look()).toBe('OK')
  dns.fail([`${host} A`])
  expect(await look()).toBe('UNKNOWN')
  dns.serve({ [`${name} A`]: ['192.0.2.9'], [`${host} A`]: ['192.0.2.1'] })
  expect(await look()).toBe('UNKNOWN')
  dns.fail([`${name} CNAME`])
  expect(await look()).toBe('UNKNOWN')
  dns.fail([])
  expect(await look()).toBe('WRONG')
})
