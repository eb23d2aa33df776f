import { noActivity, type RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'
import { realtimeDefaults } from '@colonnade/contracts/realtime/realtime-settings'
import type { ChangeCheckReport, CheckedTable } from '@colonnade/pg-meta/realtime-changes'
import { expect, test } from 'vitest'
import type { ExplainedTrial } from '../../../scope/realtime-trial/explain.ts'
import { type JoinDraft, startDraft } from '../join/draft.ts'
import { filterColumns } from './filter-columns.ts'
import type { Finding, Found } from './finding.ts'
import { findingsOf } from './findings.ts'
import { answerText, questionText } from './messages.ts'

const column = (name: string, more: Partial<CheckedTable['columns'][number]> = {}) => ({
  name,
  type: 'text',
  isKey: false,
  isIdentity: false,
  isReadable: true,
  ...more,
})
const goodTable: CheckedTable = {
  kind: 'r',
  isPublished: true,
  publishedColumns: null,
  rowFilter: null,
  identity: 'default',
  hasSchemaUsage: true,
  columns: [column('id', { isKey: true, isIdentity: true }), column('user_id', { type: 'uuid' }), column('title')],
  unbound: null,
  policies: [{ name: 'Own', isPermissive: true, command: 'SELECT', rows: 1, error: null }],
  rows: 2,
  visible: 1,
  error: null,
}
const goodChanges: ChangeCheckReport = { hasRole: true, publication: { inserts: true, updates: true, deletes: true, tables: 1 }, table: goodTable }
const trialOf = (isAllowed: (access: string, extension: string) => boolean): ExplainedTrial => ({
  canJoin: isAllowed('read', 'broadcast') || isAllowed('read', 'presence'),
  accesses: (['read', 'write'] as const).flatMap((access) =>
    (['broadcast', 'presence'] as const).map((extension) => {
      const allowed = isAllowed(access, extension)
      return { access, extension, isAllowed: allowed, by: [], reason: allowed ? '' : 'No policy applies.', checks: [] }
    }),
  ),
})
const alone = (is_private: boolean): RealtimeActivity['topics'] => [{ topic: 'room', is_private, clients: 2, present: 0, present_keys: [] }]

const found = (more: Partial<Found> & { readonly draft?: JoinDraft } = {}): Found => ({
  draft: startDraft({ channel: 'room', private: true, table: 'todos' }),
  role: 'authenticated',
  settings: realtimeDefaults('free', false),
  live: { ...noActivity, topics: alone(true) },
  changes: goodChanges,
  channel: trialOf(() => true),
  ...more,
})
const withTable = (table: Partial<CheckedTable>, draft?: JoinDraft): Found =>
  found({ changes: { ...goodChanges, table: { ...goodTable, ...table } }, ...(draft && { draft }) })
const off = (input: Found): readonly Finding[] => findingsOf(input).filter(({ verdict }) => verdict !== 'ok')
/** The questions that have a fault or a warning, and the SQL that repairs them. */
const shown = (input: Found) => off(input).map(({ question, verdict, repairs }) => [question, verdict, ...repairs.map(({ command }) => command.sql)])
const filtered = (filter: string, event: '*' | 'DELETE' | 'INSERT' = '*') =>
  startDraft({ channel: 'room', private: true, table: 'todos', filter, event })

test('what is fine is asked in order', () => {
  expect(findingsOf(found()).map(({ question, verdict }) => [question, verdict])).toEqual(
    (['table', 'events', 'key', 'grants', 'rows', 'identity', 'read', 'write', 'others', 'limits', 'service'] as const).map((name) => [
      questionText[name],
      'ok',
    ]),
  )
})

test('each fault of a table comes with the SQL that repairs it', () => {
  expect(shown(withTable({ isPublished: false }))).toEqual([
    [questionText.table, 'fault', 'alter publication supabase_realtime add table public.todos;'],
  ])
  const nobody = { ...goodChanges, publication: null, table: { ...goodTable, isPublished: false } }
  expect(shown(found({ changes: nobody }))).toEqual([[questionText.table, 'fault', 'create publication supabase_realtime for table public.todos;']])
  const keyless = goodTable.columns.map((each) => ({ ...each, isKey: false, isIdentity: false }))
  expect(shown(withTable({ columns: keyless, identity: 'default' }))).toEqual([
    [questionText.key, 'fault', 'alter table public.todos add primary key (id);'],
    [questionText.identity, 'fault', 'alter table public.todos replica identity full;'],
  ])
  const unreadable = goodTable.columns.map((each) => ({ ...each, isReadable: false }))
  expect(shown(withTable({ columns: unreadable, hasSchemaUsage: false }))).toEqual([
    [questionText.grants, 'fault', 'grant usage on schema public to authenticated;', 'grant select on table public.todos to authenticated;'],
  ])
  expect(shown(withTable({ columns: goodTable.columns.map((each) => ({ ...each, isReadable: !each.isKey })) }))).toEqual([
    [questionText.grants, 'fault', 'grant select (id) on table public.todos to authenticated;'],
  ])
})

test('policies that hide every row are a fault, and none at all a worse one', () => {
  const own = `create policy "authenticated can read own rows" on public.todos for select to authenticated using (user_id = (select auth.uid()));`
  expect(shown(withTable({ policies: [], visible: 0 }))).toEqual([[questionText.rows, 'fault', own]])
  const hidden = withTable({ visible: 0, policies: [{ ...goodTable.policies[0]!, rows: 0 }] })
  expect(shown(hidden)).toEqual([[questionText.rows, 'fault', own]])
  expect(off(hidden)[0]).toMatchObject({ answer: answerText.hidden(2), policies: [{ name: 'Own', isTrue: false }] })
  expect(off(withTable({ visible: null, error: 'division by zero' }))[0]).toMatchObject({ answer: answerText.policiesFail('division by zero') })
  expect(shown(withTable({ rows: 0, visible: 0 }))).toEqual([[questionText.rows, 'warning']])
  expect(shown(withTable({ unbound: 'off', policies: [] }))).toEqual([[questionText.rows, 'warning']])
})

test('a filter needs its column, and a DELETE its old value', () => {
  const full = 'alter table public.todos replica identity full;'
  expect(shown(withTable({}, filtered('nothing=eq.1')))).toEqual([[questionText.filter, 'fault']])
  expect(shown(withTable({}, filtered('title=eq.a', 'DELETE')))).toEqual([[questionText.filter, 'fault', full]])
  expect(shown(withTable({}, filtered('title=eq.a')))).toEqual([[questionText.filter, 'warning', full]])
  expect(shown(withTable({}, filtered('title=eq.a', 'INSERT')))).toEqual([])
  expect(filterColumns('a=eq.1,"b,\\"c"=in.(x=1,"),y"), d =is.null,a=gt.2')).toEqual(['a', 'b,"c', 'd'])
})

test('a private channel that nobody may join is a fault, and one that others joined in public a warning', () => {
  const read = `create policy "authenticated can join room" on realtime.messages for select to authenticated using ((select realtime.topic()) = 'room' and extension in ('broadcast', 'presence'));`
  const refused = trialOf((access) => access === 'write')
  expect(shown(found({ changes: null, channel: refused }))).toEqual([[questionText.read, 'fault', read]])
  const part = trialOf((access, extension) => access === 'read' || extension === 'broadcast')
  expect(shown(found({ changes: null, channel: part })).map(([question, verdict]) => [question, verdict])).toEqual([[questionText.write, 'warning']])
  expect(off(found({ live: { ...noActivity, topics: alone(false) } }))[0]).toMatchObject({ answer: answerText.twin(false, 2), verdict: 'warning' })
})

test('limits that are reached, and a service that lets nobody in, are told', () => {
  const settings = { ...realtimeDefaults('free', false), private_only: true }
  const live = { ...noActivity, topics: alone(false), connections: 200, messages: { last_second: 0, peak: 100 } }
  const draft = startDraft({ channel: 'room' })
  expect(shown(found({ changes: null, channel: null, settings, live, draft }))).toEqual([
    [questionText.limits, 'fault'],
    [questionText.service, 'fault'],
  ])
})
