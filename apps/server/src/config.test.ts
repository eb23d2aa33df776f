import { describe, expect, test } from 'vitest'
import { readServerConfig } from './config.ts'

const publicUrl = { COLONNADE_PUBLIC_URL: 'https://colonnade.example.com' }
const proxiesOf = (text: string) => readServerConfig({ ...publicUrl, COLONNADE_TRUSTED_PROXIES: text }, '0.0.0').trustedProxies

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
