import type { PgbouncerConfig } from '@colonnade/contracts/connections/dedicated-poolers'
import type { SupavisorConfig } from '@colonnade/contracts/projects/project-settings'
import type { DatabaseEntry } from '@colonnade/contracts/projects/projects'
import { describe, expect, test } from 'vitest'
import { domainText, encryptedOnlyText, noAddressText, noPrepareText } from '../messages.ts'
import { connectionMethods, type MethodsInput, notesOf, reachOf, sessionOnlyText } from './connection-methods.ts'

const database: DatabaseEntry = {
  identifier: 'abc',
  database_type: 'PRIMARY',
  region: 'local',
  status: 'ACTIVE_HEALTHY',
  inserted_at: '2026-01-01T00:00:00Z',
  db_host: 'db.abc.example.com',
  db_port: 5432,
  db_name: 'postgres',
  db_user: 'postgres',
  connection_string: 'postgresql://postgres:[YOUR-PASSWORD]@db.abc.example.com:5432/postgres',
  pool_mode: null,
}
const replica: DatabaseEntry = { ...database, identifier: 'abc-replica', database_type: 'READ_REPLICA', db_host: 'replica.example.com' }
const shared: SupavisorConfig = {
  identifier: 'abc',
  database_type: 'PRIMARY',
  pool_mode: 'transaction',
  db_host: 'pooler.example.com',
  db_port: 6543,
  db_user: 'postgres.abc',
  db_name: 'postgres',
  connection_string: 'postgresql://postgres.abc:[YOUR-PASSWORD]@pooler.example.com:6543/postgres',
  is_tls_required: false,
  default_pool_size: 16,
  max_client_conn: 2_000,
}
const dedicated: PgbouncerConfig = {
  pgbouncer_enabled: true,
  state: 'ON',
  problem: null,
  pool_mode: 'transaction',
  db_host: 'db.abc.example.com',
  db_port: 6600,
  session_port: 6601,
  connection_string: 'postgresql://postgres:[YOUR-PASSWORD]@db.abc.example.com:6600/postgres',
  db_user: 'postgres',
  db_name: 'postgres',
}
const off: PgbouncerConfig = { ...dedicated, pgbouncer_enabled: false, pool_mode: null, db_host: null, db_port: null }
const ipv4 = [{ type: 'ipv4' }]

/** "transaction shared postgres.abc@host:6543 reach", or why not. */
const shown = (input: Partial<MethodsInput>) =>
  connectionMethods({ database, plan: 'free', pgbouncer: null, supavisor: [], addons: [], ...input }).map(({ id, pooler, state }) =>
    'reason' in state
      ? `${id}: ${state.reason}`
      : `${id} ${pooler ?? 'none'} ${state.target.db_user}@${state.target.db_host}:${state.target.db_port} ${state.reach}`,
  )

const directOnly = ['direct none postgres@db.abc.example.com:5432 unknown']
const sharedBoth = ['transaction shared postgres.abc@pooler.example.com:6543 ipv4', 'session shared postgres.abc@pooler.example.com:5432 ipv4']

test('by the project’s domain as a role alone, encrypted; directly, and to replicas, as ever', () => {
  const methods = connectionMethods({ database, plan: 'pro', pgbouncer: null, supavisor: [shared], addons: [], domain: 'db.shop.example' })
  const targets = methods.map(({ state }) => ('target' in state ? state.target : null))
  const named = { db_host: 'db.shop.example', db_name: 'postgres', db_user: 'postgres', sslmode: 'require' }
  expect(targets.slice(1)).toEqual([
    { ...named, db_port: 6543 },
    { ...named, db_port: 5432 },
  ])
  expect(targets[0]).toMatchObject({ db_host: 'db.abc.example.com' })
  expect(notesOf(methods[2]!, methods)).toEqual([{ tone: 'quiet', text: domainText('postgres.abc') }])
})

describe('ways to a database', () => {
  const rules: readonly [string, Partial<MethodsInput>, readonly string[]][] = [
    ['no pooler reported: direct only', {}, directOnly],
    ['poolers that are off are not shown', { plan: 'pro', pgbouncer: off }, directOnly],
    ['free plan: the shared pooler, both ports', { supavisor: [shared] }, [...directOnly, ...sharedBoth]],
    [
      'both ports of the shared pooler as it tells them',
      {
        supavisor: [
          { ...shared, db_port: 16543 },
          { ...shared, pool_mode: 'session', db_port: 15432 },
        ],
      },
      [...directOnly, 'transaction shared postgres.abc@pooler.example.com:16543 ipv4', 'session shared postgres.abc@pooler.example.com:15432 ipv4'],
    ],
    ['free plan: never the dedicated one', { pgbouncer: dedicated }, directOnly],
    [
      'paid plan: the dedicated pooler, both ports',
      { plan: 'pro', pgbouncer: dedicated, supavisor: [shared] },
      [...directOnly, 'transaction dedicated postgres@db.abc.example.com:6600 unknown', 'session dedicated postgres@db.abc.example.com:6601 unknown'],
    ],
    [
      'a dedicated pooler that has no port for sessions: these through the shared one',
      { plan: 'pro', pgbouncer: { ...dedicated, session_port: null }, supavisor: [shared] },
      [...directOnly, 'transaction dedicated postgres@db.abc.example.com:6600 unknown', sharedBoth[1]!],
    ],
    [
      'paid plan with the IPv4 add-on: reached over IPv4',
      { plan: 'team', pgbouncer: dedicated, addons: ipv4 },
      [
        'direct none postgres@db.abc.example.com:5432 ipv4',
        'transaction dedicated postgres@db.abc.example.com:6600 ipv4',
        'session dedicated postgres@db.abc.example.com:6601 ipv4',
      ],
    ],
    [
      'paid plan without a dedicated pooler: the shared one',
      { plan: 'enterprise', pgbouncer: off, supavisor: [shared] },
      [...directOnly, ...sharedBoth],
    ],
    [
      'pool mode session: no transaction pooler',
      { supavisor: [{ ...shared, pool_mode: 'session', db_port: 5432 }] },
      [...directOnly, `transaction: ${sessionOnlyText}`, sharedBoth[1]!],
    ],
    [
      'dedicated pooler in session mode',
      { plan: 'pro', pgbouncer: { ...dedicated, pool_mode: 'session', db_port: null }, addons: ipv4 },
      [
        'direct none postgres@db.abc.example.com:5432 ipv4',
        `transaction: ${sessionOnlyText}`,
        'session dedicated postgres@db.abc.example.com:5432 ipv4',
      ],
    ],
    [
      'a pooler at an unusual port is believed',
      { supavisor: [{ ...shared, db_port: 16543 }] },
      [...directOnly, 'transaction shared postgres.abc@pooler.example.com:16543 ipv4', sharedBoth[1]!],
    ],
    [
      'a replica takes its own shared pooler, never the dedicated one of the primary',
      {
        database: replica,
        plan: 'pro',
        pgbouncer: dedicated,
        supavisor: [shared, { ...shared, identifier: 'abc-replica', db_user: 'postgres.abc-replica' }],
      },
      [
        'direct none postgres@replica.example.com:5432 unknown',
        'transaction shared postgres.abc-replica@pooler.example.com:6543 ipv4',
        'session shared postgres.abc-replica@pooler.example.com:5432 ipv4',
      ],
    ],
  ]
  for (const [promise, input, expected] of rules) test(promise, () => expect(shown(input)).toEqual(expected))
})

describe('what is reached from where', () => {
  const hosts: readonly [string, boolean, ReturnType<typeof reachOf>][] = [
    ['127.0.0.1', false, 'this machine'],
    ['127.8.9.10', false, 'this machine'],
    ['localhost', true, 'this machine'],
    ['::1', false, 'this machine'],
    ['10.1.2.3', false, 'ipv4'],
    ['2001:db8::7', false, 'ipv6'],
    ['2001:db8::7', true, 'ipv6'],
    ['db.example.com', false, 'unknown'],
    ['db.example.com', true, 'ipv4'],
    ['127.0.0.1.example.com', false, 'unknown'],
  ]
  for (const [host, isPromised, expected] of hosts) {
    test(`${host}${isPromised ? ' with IPv4 promised' : ''}: ${expected}`, () => expect(reachOf(host, isPromised)).toBe(expected))
  }
})

describe('notes', () => {
  const notes = (id: string, input: Partial<MethodsInput>) => {
    const methods = connectionMethods({ database, plan: 'free', pgbouncer: null, supavisor: [], addons: [], ...input })
    return notesOf(
      methods.find((method) => method.id === id)!,
      methods,
    ).map(({ text }) => text)
  }

  test('a replica that is nowhere to be reached says so', () => {
    const coming = { ...replica, db_host: null, db_port: null, connection_string: null }
    expect(notes('direct', { database: coming })).toEqual([noAddressText])
  })

  test('a database of this machine says so, and nothing about add-ons', () => {
    expect(notes('direct', { database: { ...database, db_host: '127.0.0.1' } })).toEqual([
      'Reachable from this machine only: it listens on 127.0.0.1.',
    ])
  })

  test('an IPv6 host points at the session pooler where there is one', () => {
    const six = { ...database, db_host: '2001:db8::7' }
    expect(notes('direct', { database: six })).toEqual(['This host has an IPv6 address only. It needs a network with IPv6.'])
    expect(notes('direct', { database: six, supavisor: [shared] })).toEqual([
      'This host has an IPv6 address only. On a network without IPv6 use the session pooler.',
    ])
  })

  test('the transaction pooler says that PREPARE does not work', () => {
    expect(notes('transaction', { supavisor: [shared] })).toEqual(['Reachable over IPv4.', noPrepareText])
    expect(notes('session', { supavisor: [shared] })).not.toContain(noPrepareText)
  })

  test('a project that takes encrypted connections only says so of its poolers, not of direct connections', () => {
    const supavisor = [{ ...shared, is_tls_required: true }]
    expect(notes('session', { supavisor })).toEqual(['Reachable over IPv4.', encryptedOnlyText])
    expect(notes('transaction', { supavisor })).toContain(encryptedOnlyText)
    expect(notes('direct', { supavisor })).not.toContain(encryptedOnlyText)
  })

  test('one that is unavailable says why', () => {
    expect(notes('transaction', { supavisor: [{ ...shared, pool_mode: 'session' }] })).toEqual([sessionOnlyText])
  })
})
