import type { policies } from '@colonnade/pg-meta'
import { expect, test } from 'vitest'
import { channelActions, meaningOf, reachOf, warningsOf } from './access.ts'
import { meaningText } from './messages.ts'
import { changeOf, draftOf, realtimeTemplates, type TemplateDraft, templateIds } from './realtime-templates.ts'

type Policy = policies.Policy

const policy = (changes: Partial<Policy>): Policy => ({
  id: 1,
  schema: 'realtime',
  table: 'messages',
  table_id: 2,
  name: 'p',
  action: 'PERMISSIVE',
  roles: ['authenticated'],
  command: 'SELECT',
  definition: 'true',
  check: null,
  ...changes,
})
const textOf = (changes: Partial<Policy>): string => meaningText(policy(changes), meaningOf(policy(changes)))

test.for<[string, Partial<Policy>]>([
  ['Signed-in users can receive broadcasts and see presence in every private channel.', {}],
  [
    'Anyone can send broadcasts in every private channel.',
    { roles: ['public'], command: 'INSERT', definition: null, check: `(extension = 'broadcast'::text)` },
  ],
  ["Visitors can receive broadcasts and see presence in the topic “it's”.", { roles: ['anon'], definition: `(realtime.topic() = 'it''s'::text)` }],
  [
    'Signed-in users can receive broadcasts in the topics “a” and “b”, if its condition is met.',
    { definition: `((realtime.topic() = ANY (ARRAY['a'::text, 'b'::text])) AND (messages.extension = 'broadcast'::text) AND is_member())` },
  ],
  [
    'Signed-in users can receive broadcasts and see presence where its condition is met.',
    { definition: `(realtime.topic() = ('user:'::text || auth.uid()))` },
  ],
  ['Restricts nothing: its condition is always true for authenticated.', { action: 'RESTRICTIVE', definition: 'auth.uid() IS NOT NULL' }],
  ['Has no effect on channels: Realtime uses only SELECT and INSERT policies.', { command: 'UPDATE' }],
  [
    'Signed-in users can receive broadcasts and see presence only in the topic “a”.',
    { action: 'RESTRICTIVE', definition: `(realtime.topic() = 'a'::text)` },
  ],
])('a policy is told in words: %s', ([text, changes]) => {
  expect(textOf(changes)).toBe(text)
})

test('reach and warnings are those of all policies together', () => {
  const all = [
    policy({ name: 'read', definition: `(extension = 'presence'::text)` }),
    policy({ name: 'write', roles: ['public'], command: 'INSERT', definition: null, check: 'true' }),
  ]
  const reaches = (role: string) => channelActions.map((action) => reachOf(all, role, action))
  expect(reaches('authenticated')).toEqual(['none', 'all', 'all', 'all'])
  expect(reaches('anon')).toEqual(['none', 'none', 'all', 'all'])
  expect(warningsOf(all)).toEqual([
    { kind: 'anon-opens', policy: 'write', command: 'INSERT' },
    { kind: 'deaf', roles: ['anon'] },
  ])
  expect(reachOf([...all, policy({ action: 'RESTRICTIVE', definition: 'f()' })], 'authenticated', channelActions[1])).toBe('some')
})

const sqlOf = (draft: TemplateDraft, taken: readonly string[] = []) => {
  const change = changeOf(draft, taken)
  return change.kind === 'change' ? change.change.commands.map(({ sql }) => sql) : change
}

test('a template becomes a policy for joining and one for sending, with free names and values as SQL', () => {
  const draft = draftOf('members')
  const condition = `exists (select from app."Room members" as member where member.user_id = (select auth.uid()) and realtime.topic() = 'it''s:' || member.room_id::text) and extension = 'presence'`
  expect(
    sqlOf({ ...draft, name: 'M', extensions: 'presence', values: { ...draft.values, prefix: "it's:", table: 'app.Room members' } }, ['M (join)']),
  ).toEqual([
    `create policy "M (join) 2" on realtime.messages as PERMISSIVE for SELECT to authenticated using (${condition});`,
    `create policy "M (send)" on realtime.messages as PERMISSIVE for INSERT to authenticated with check (${condition});`,
  ])
  expect(realtimeTemplates.map(({ id }) => id)).toEqual(templateIds)
  for (const id of templateIds) expect(changeOf(draftOf(id), []).kind).toBe('change')
  const missing = changeOf(
    { ...draft, name: ' ', commands: [], values: { ...draft.values, prefix: '', table: ' ', userColumn: 'x'.repeat(201) } },
    [],
  )
  expect(Object.keys((missing as { problems: object }).problems)).toEqual(['name', 'commands', 'table', 'userColumn'])
})
