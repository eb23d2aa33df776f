import { expect, test } from 'vitest'
import { changeOf, duplicateOf, draftOf, fitted, isRecreated, newDraft, transitionTables, type TriggerDraft } from './trigger-draft.ts'
import type { TriggerDefinition } from './trigger-queries.ts'

const row: TriggerDefinition = {
  id: 7,
  table_id: 1,
  enabled_mode: 'ORIGIN',
  function_args: ['a', "b'c"],
  name: 'Tell "it"',
  table: 'visit log',
  schema: 'shop',
  condition: 'new.id > 0',
  orientation: 'ROW',
  activation: 'AFTER',
  events: ['UPDATE'],
  function_name: 'note',
  function_schema: 'public',
  comment: null,
  columns: ['id'],
  is_constraint: false,
  is_deferrable: false,
  is_initially_deferred: false,
  old_table: null,
  new_table: null,
  complete_statement: '',
}
const text = (before: TriggerDefinition | null, draft: TriggerDraft) => {
  const outcome = changeOf(before, draft, 'r')
  return outcome.kind === 'change' ? outcome.change.commands.map(({ sql }) => sql) : outcome
}
const made = `create trigger "Tell ""it""_copy"
AFTER update of id on shop."visit log"
for each ROW
when (new.id > 0)
execute function public.note('a', 'b''c');`

test('a new one begins as the specification says: in public, calling a function of public', () => {
  expect(newDraft('public')).toMatchObject({ schema: 'public', functionSchema: 'public', enabledMode: 'ENABLED' })
  const outcome = changeOf(null, newDraft('public'), 'r')
  expect(outcome.kind === 'incomplete' && Object.keys(outcome.problems)).toEqual(['table', 'name', 'function', 'events'])
})

test('a copy is made of all that its original has, with its mode', () => {
  expect(text(null, duplicateOf(row))).toEqual([made])
  const copies = text(null, duplicateOf({ ...row, enabled_mode: 'ALWAYS' })) as string[]
  expect(copies[0]).toBe(made)
  expect(copies[1]).toContain('enable always trigger')
})

test('names, modes and comments are altered; anything else drops the trigger and makes it anew, mode and all', () => {
  const draft = draftOf(row)
  expect(text(row, draft)).toEqual({ kind: 'unchanged' })
  const modes = { DISABLED: 'disable trigger', ALWAYS: 'enable always trigger', REPLICA: 'enable replica trigger' } as const
  for (const [enabledMode, words] of Object.entries(modes)) {
    expect((text(row, { ...draft, enabledMode: enabledMode as keyof typeof modes }) as string[])[0]).toContain(words)
  }
  expect((text({ ...row, enabled_mode: 'DISABLED' }, draft) as string[])[0]).toContain(' enable trigger ')
  const renamed = text(row, { ...draft, name: 'told' }) as string[]
  expect(renamed).toEqual(['alter trigger "Tell ""it""" on shop."visit log" rename to told;'])
  expect(isRecreated(row, { ...draft, name: 'told', comment: 'c' }, 'r')).toBe(false)
  expect(isRecreated({ ...row, events: ['INSERT', 'UPDATE'] }, { ...draft, events: ['UPDATE', 'INSERT'] }, 'r')).toBe(false)
  const anew = text({ ...row, enabled_mode: 'DISABLED' }, { ...draft, enabledMode: 'DISABLED', events: ['INSERT'] }) as string[]
  expect(anew).toHaveLength(3)
  expect(anew[0]).toContain('drop trigger')
  expect(anew[1]).toContain('AFTER INSERT on')
  expect(anew[2]).toContain('disable trigger')
})

test('what does not fit a view, or the moment, is not kept', () => {
  const view = fitted({ ...draftOf(row), isConstraint: true }, 'v')
  expect(view).toMatchObject({ activation: 'INSTEAD OF', orientation: 'ROW', condition: '', columns: [], isConstraint: false })
  expect(fitted({ ...draftOf(row), events: ['TRUNCATE', 'DELETE'] }, 'r').events).toEqual(['DELETE'])
  expect(fitted({ ...draftOf(row), activation: 'INSTEAD OF' }, 'r').activation).toBe('BEFORE')
  const late = { ...draftOf(row), isConstraint: true, isDeferrable: true, isInitiallyDeferred: true }
  expect(['r', 'p', 'f'].map((type) => fitted(late, type).isInitiallyDeferred)).toEqual([true, true, false])
})

test('transition tables are for one event after the fact', () => {
  const draft = { ...draftOf(row), columns: [] }
  expect(transitionTables(draft, 'r')).toEqual({ hasOld: true, hasNew: true })
  expect(transitionTables({ ...draft, events: ['INSERT'] }, 'r')).toEqual({ hasOld: false, hasNew: true })
  expect(transitionTables({ ...draft, events: ['INSERT', 'UPDATE'] }, 'r')).toEqual({ hasOld: false, hasNew: false })
  expect(transitionTables({ ...draft, activation: 'BEFORE' }, 'r')).toEqual({ hasOld: false, hasNew: false })
  expect((text(null, { ...draft, condition: '', oldTable: 'was', newTable: 'is' }) as string[])[0]).toContain(
    'referencing old table as was new table as "is"',
  )
})

test('a condition that would leave its place is refused', () => {
  expect(text(null, { ...draftOf(row), condition: 'true) execute function x(); --' })).toMatchObject({
    kind: 'incomplete',
    problems: { condition: expect.any(String) },
  })
})
