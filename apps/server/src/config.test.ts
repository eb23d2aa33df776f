import { describe, expect, test } from 'vitest'
import { readServerConfig } from './config.ts'

const publicUrl = { COLONNADE_PUBLIC_URL: 'https://colonnade.example.com' }
const proxiesOf = (text: string) => readServerConfig({ ...publicUrl, COLONNADE_TRUSTED_PROXIES: text }, '0.0.0').trustedProxies

test('the S3 endpoint of all projects has a port, unless it is off', () => {
  const storageOf = (environment: Record<string, string>) => readServerConfig(environment, '0.0.0').storage
  expect(storageOf({})).toEqual({ port: 9000, url: null })
  expect(storageOf({ PORT: '0' })).toMatchObject({ port: 0 })
  expect(storageOf({ COLONNADE_STORAGE_PORT: 'off' })).toBeNull()
  expect(storageOf({ COLONNADE_STORAGE_PORT: '9100', COLONNADE_STORAGE_URL: 'https://s3.example.com/' })).toEqual({
    port: 9100,
    url: 'https://s3.example.com',
  })
  expect(() => storageOf({ COLONNADE_STORAGE_URL: 's3.example.com', COLONNADE_STORAGE_PORT: 'none' })).toThrow()
})

describe('proxies that are believed', () => {
  test('are addresses and networks of both families', () => {
    expect(readServerConfig({}, '0.0.0').trustedProxies).toEqual([])
    expect(proxiesOf('10.0.0.4')).toEqual(['10.0.0.4'])
    expect(proxiesOf(' 10.1.0.0/16 , ::1, fd00::/8 ')).toEqual(['10.1.0.0/16', '::1', 'fd00::/8'])
  })

  test.each(['proxy.example.com', '10.0.0.0/33', '10.0.0.0/0', '::/0', '10.0.0.1/8/8', '10.0.0', '10.0.0.1/', 'loopback', '*'])(
    'are not %j',
    (text) => {
      expect(() => proxiesOf(`127.0.0.1, ${text}`)).toThrow(`must be addresses or networks, such as 10.0.0.4, 10.1.0.0/16; "${text}" is neither`)
    },
  )

  test('need the address that people type beside them', () => {
    expect(() => readServerConfig({ COLONNADE_TRUSTED_PROXIES: '10.0.0.4' }, '0.0.0')).toThrow('needs COLONNADE_PUBLIC_URL beside it')
  })
})
