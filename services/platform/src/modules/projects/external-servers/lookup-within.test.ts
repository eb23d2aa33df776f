import { readConfig } from '@colonnade/core'
import { describe, expect, test } from 'vitest'
import { readExternalDatabases } from '../../../kernel/config/external-databases.ts'
import { lookupWithin } from './lookup-within.ts'

const configOf = (text?: string) => readConfig({ COLONNADE_EXTERNAL_DATABASES: text }, readExternalDatabases)

/** The address that a host leads to, or the code of what keeps it from there. */
function look(host: string, text?: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  lookupWithin(configOf(text))(host, { all: false }, (error, address) => resolve(error === null ? String(address) : String(error.code)))
  return promise
}

describe('addresses of external databases', () => {
  test.each(['93.184.216.34', '2606:4700:4700::1111'])('%s, which is public, is allowed unless said otherwise', async (address) => {
    expect(await look(address)).toBe(address)
    expect(await look(address, '10.0.0.0/8')).toBe('connection_not_allowed')
    expect(await look(address, 'off')).toBe('connection_not_allowed')
  })

  test.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '169.254.169.254', '0.0.0.0', '::1', '::ffff:127.0.0.1', 'fd00::1', 'localhost'])(
    '%s leads to this machine or its networks, and is refused',
    async (host) => {
      expect(await look(host)).toBe('connection_not_allowed')
    },
  )

  test('of a network that the operator lists are allowed, and no others', async () => {
    expect(await look('10.1.2.3', 'public,10.0.0.0/8')).toBe('10.1.2.3')
    expect(await look('127.0.0.1', 'public,10.0.0.0/8')).toBe('connection_not_allowed')
    expect(await look('fd00::1', 'fd00::/8')).toBe('fd00::1')
  })

  test.each(['private', '10.0.0.0', '10.0.0.0/33', 'off,public'])('%s is no list', (text) => {
    expect(() => configOf(text)).toThrow(/COLONNADE_EXTERNAL_DATABASES/)
  })
})
