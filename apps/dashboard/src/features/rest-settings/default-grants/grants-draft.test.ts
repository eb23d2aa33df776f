import { type DefaultGrant, grantedKinds, grantedRoles } from '@colonnade/pg-meta/default-grants'
import { expect, test } from 'vitest'
import { defaultGrants } from '../messages.ts'
import { grantedIn, grantsDraft, grantText } from './grants-draft.ts'

const whole = {
  tables: ['DELETE', 'INSERT', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE'],
  functions: ['EXECUTE'],
  sequences: ['SELECT', 'UPDATE', 'USAGE'],
}
const usual: DefaultGrant[] = grantedKinds.flatMap((kind) =>
  grantedRoles.map((role) => ({ kind, role, privileges: whole[kind], is_public: kind === 'functions' })),
)
const sqlOf = (saved: readonly DefaultGrant[], chosen: readonly string[]) => {
  const draft = grantsDraft(saved, chosen)
  return draft.kind === 'change' ? draft.change.commands.map(({ sql }) => sql).join('\n') : draft.kind
}
const without = (saved: readonly DefaultGrant[], ...lost: readonly string[]) => grantedIn(saved).filter((key) => !lost.includes(key))

test('what nobody changed is not run', () => {
  expect(sqlOf(usual, grantedIn(usual))).toBe('unchanged')
})

test('a table’s grants are taken from roles, in the schema and in all schemas', () => {
  expect(sqlOf(usual, without(usual, 'tables anon', 'tables authenticated'))).toBe(
    `alter default privileges for role postgres in schema public revoke all on tables from anon, authenticated;
alter default privileges for role postgres revoke all on tables from anon, authenticated;`,
  )
})

test('functions are taken from everyone, and roles that keep them get their own grant', () => {
  const bare = usual.map((grant) => (grant.kind === 'functions' ? { ...grant, privileges: [] } : grant))
  expect(sqlOf(bare, without(bare, 'functions anon'))).toBe(
    `alter default privileges for role postgres in schema public grant all on functions to authenticated, service_role;
alter default privileges for role postgres in schema public revoke all on functions from anon;
alter default privileges for role postgres revoke all on functions from anon, public;`,
  )
})

test('what is granted again is granted in the schema', () => {
  const bare = usual.map((grant) => (grant.kind === 'tables' ? { ...grant, privileges: [] } : grant))
  expect(sqlOf(bare, [...grantedIn(bare), 'tables anon'])).toBe(
    'alter default privileges for role postgres in schema public grant all on tables to anon;',
  )
})

test('a part of the privileges is named', () => {
  const [first] = usual
  expect([first!, { ...first!, privileges: ['SELECT', 'UPDATE'] }, { ...first!, privileges: [] }].map(grantText)).toEqual([
    defaultGrants.all,
    'SELECT, UPDATE',
    defaultGrants.none,
  ])
})
