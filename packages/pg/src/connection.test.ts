import { describe, expect, test } from 'vitest'
import { clientConfig, targetFromUrl } from './connection.ts'

describe('a database URL', () => {
  test('gives its parts, decoded', () => {
    expect(targetFromUrl('postgresql://us%40er:p%2Fw@db.example:6000/my%20db?sslmode=verify-full')).toEqual({
      host: 'db.example',
      port: 6000,
      user: 'us@er',
      password: 'p/w',
      database: 'my db',
      tls: 'verified',
    })
  })

  test('may name a socket folder, and has defaults', () => {
    expect(targetFromUrl('postgres:///?host=/run/pg')).toMatchObject({
      host: '/run/pg',
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      tls: undefined,
    })
  })

  test.for(['mysql://x', 'nonsense', 'postgres://x/y?sslmode=sometimes'])('%s is refused', (url) => {
    expect(() => targetFromUrl(url)).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })
})

test('settings are escaped into the startup options', () => {
  const { options } = clientConfig({ host: 'x', port: 1, user: 'x', database: 'x', settings: { search_path: 'a b\\c', role: 'anon' } })
  expect(options).toMatch(/ -c search_path=a\\ b\\\\c -c role=anon$/)
})
