import type { RoleSummary } from '@colonnade/pg-meta/roles'
import { expect, test } from 'vitest'
import { definitionOf, endOf, fieldsOf, newRole, roleDraft } from './role-draft.ts'

const role: RoleSummary = {
  id: 1,
  name: 'worker',
  isSuperuser: false,
  canCreateDb: false,
  canCreateRole: false,
  inheritRole: true,
  canLogin: true,
  isReplicationRole: false,
  canBypassRls: false,
  activeConnections: 0,
  connectionLimit: 100,
  ownConnectionLimit: -1,
  validUntil: '2030-01-01 02:00:00+02',
  config: { work_mem: '4MB' },
  memberOf: ['old'],
  members: [],
  admins: ['postgres'],
  comment: null,
  isCurrent: false,
  isAlterable: true,
  isUsable: false,
}
const commandsOf = (draft: ReturnType<typeof roleDraft>) => (draft.kind === 'change' ? draft.change.commands : [])
const problemsOf = (draft: ReturnType<typeof roleDraft>) => (draft.kind === 'incomplete' ? Object.keys(draft.problems) : [])

test('a role is made with what was chosen, and the migration never holds its password', () => {
  const [made] = commandsOf(roleDraft({ ...newRole, name: 'a"b', canLogin: true, password: 'secret!', memberOf: ['readers'] }, null))
  expect(made!.sql).toBe(`create role "a""b" login password 'secret!' in role readers;`)
  expect(made!.recorded).toContain(`create role "a""b" login in role readers;`)
  expect(made!.recorded).not.toContain('secret')
  expect(commandsOf(roleDraft({ ...newRole, name: 'plain' }, null))).toEqual([{ sql: 'create role plain;' }])
})

test('a role is changed in what is different, memberships one by one, and its password is run and not recorded', () => {
  expect(roleDraft(fieldsOf(role), role)).toEqual({ kind: 'unchanged' })
  const commands = commandsOf(
    roleDraft({ ...fieldsOf(role), name: 'hand', connectionLimit: '5', password: 'secret!', memberOf: ['fresh'], members: ['boss'] }, role),
  )
  expect(commands.map(({ sql }) => /revoke old from worker|grant \w+ to \w+|secret|rename to hand/.exec(sql)?.[0])).toEqual([
    'revoke old from worker',
    'grant fresh to worker',
    'grant worker to boss',
    'secret',
    'rename to hand',
  ])
  expect(commands[3]!.recorded).toBeNull()
  expect(commands.map(({ sql, recorded = sql }) => recorded).join()).not.toContain('secret')
  expect(commands[4]!.sql).toContain('connection limit 5')
  expect(commands[4]!.sql).not.toContain('login')
})

test('what no role can be called, and no limit is, is said', () => {
  expect(problemsOf(roleDraft(newRole, null))).toEqual(['name'])
  for (const name of ['pg_mine', 'ä'.repeat(32)]) expect(problemsOf(roleDraft({ ...newRole, name }, null))).toEqual(['name'])
  for (const connectionLimit of ['-1', 'many', '99999999999']) {
    expect(problemsOf(roleDraft({ ...newRole, name: 'x', connectionLimit }, null))).toEqual(['connectionLimit'])
  }
})

test('the end of a password is read as Postgres writes it', () => {
  expect(endOf(role)).toBe('2030-01-01T00:00:00Z')
  expect([endOf({ validUntil: 'infinity' }), endOf({ validUntil: null })]).toEqual([null, null])
})

test('each role has its definition', () => {
  expect(definitionOf(role)).toMatch(/^create role worker [^]* in role old admin postgres;\nalter role worker set work_mem = '4MB';$/)
})
