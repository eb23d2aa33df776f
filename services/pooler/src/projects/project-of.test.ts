import { describe, expect, test } from 'vitest'
import type { Parameters } from '../wire/startup.ts'
import { destinationOf } from './project-of.ts'

const ref = 'abcdefghijklmnopqrst'
const other = 'zyxwvutsrqponmlkjihg'

describe('which project a client means', () => {
  const found: readonly [string, Parameters, string | null, string, Parameters][] = [
    ['role and ref', [['user', `postgres.${ref}`]], null, ref, [['user', 'postgres']]],
    ['a role with dots in it', [['user', `a.b.${ref}`]], null, ref, [['user', 'a.b']]],
    ['a role whose bytes are no ASCII', [['user', `b\xc3\xa4r.${ref}`]], null, ref, [['user', 'b\xc3\xa4r']]],
    ['the name asked for by TLS', [['user', 'postgres']], `${ref}.db.example.com`, ref, [['user', 'postgres']]],
    ['the same in capitals', [['user', 'postgres']], `${ref.toUpperCase()}.db.example.com`, ref, [['user', 'postgres']]],
    ['a role that only looks alike', [['user', 'postgres.short']], `${ref}.example.com`, ref, [['user', 'postgres.short']]],
    ['the user before the name', [['user', `postgres.${ref}`]], `${other}.example.com`, ref, [['user', 'postgres']]],
    [
      'a database that was named after the user',
      [
        ['user', `me.${ref}`],
        ['database', `me.${ref}`],
        ['application_name', `me.${ref}`],
      ],
      null,
      ref,
      [
        ['user', 'me'],
        ['database', 'me'],
        ['application_name', `me.${ref}`],
      ],
    ],
  ]
  for (const [name, given, servername, project, rewritten] of found) {
    test(name, () => expect(destinationOf(given, servername)).toEqual({ ref: project, parameters: rewritten }))
  }

  const none: readonly [string, Parameters, string | null][] = [
    ['no user', [['database', 'postgres']], null],
    ['an empty user', [['user', '']], `${ref}.example.com`],
    ['a user alone', [['user', 'postgres']], null],
    ['a ref without a role', [['user', `.${ref}`]], null],
    ['something too short for a ref', [['user', 'postgres.abc']], 'db.example.com'],
  ]
  for (const [name, given, servername] of none) {
    test(`${name}: refused`, () => expect(() => destinationOf(given, servername)).toThrow(expect.objectContaining({ sqlstate: '28000' })))
  }

  test('at the ports of one project: that one, whoever comes, unless the user is of another', () => {
    const at = (user: string) => destinationOf([['user', user]], `${other}.example.com`, ref)
    expect(at('postgres')).toEqual({ ref, parameters: [['user', 'postgres']] })
    expect(at('a.b')).toEqual({ ref, parameters: [['user', 'a.b']] })
    expect(at(`postgres.${ref}`)).toEqual({ ref, parameters: [['user', 'postgres']] })
    expect(() => at(`postgres.${other}`)).toThrow(expect.objectContaining({ sqlstate: '28000' }))
  })

  test('by a domain of a project: that one, unless user or port is of another', () => {
    const at = (user: string, own: string | null = null) => destinationOf([['user', user]], 'db.example.com', own, ref)
    expect(at('postgres')).toEqual({ ref, parameters: [['user', 'postgres']] })
    expect(at(`postgres.${ref}`)).toEqual({ ref, parameters: [['user', 'postgres']] })
    expect(at('postgres', ref)).toEqual({ ref, parameters: [['user', 'postgres']] })
    const refused = expect.objectContaining({ sqlstate: '28000', message: expect.stringContaining('db.example.com') as string }) as Error
    expect(() => at(`postgres.${other}`)).toThrow(refused)
    expect(() => at('postgres', other)).toThrow(refused)
  })
})
