import { expect, test } from 'vitest'
import { changesFilterOf, draftProblems, needsDatabase, startDraft } from './draft.ts'

const changesOf = (table: string, filter = '') => startDraft({ channel: 'a', table, filter })

test('says what keeps a channel from being joined', () => {
  expect(Object.keys(draftProblems(startDraft({})))).toEqual(['channel'])
  expect(Object.keys(draftProblems(startDraft({ channel: 'ä'.repeat(124) })))).toEqual(['channel'])
  expect(draftProblems(startDraft({ channel: 'ä'.repeat(123) }))).toEqual({})
  expect(Object.keys(draftProblems(changesOf(' ')))).toEqual(['table'])
  for (const filter of ['id=eq.5', 'id=not.in.(1,2)', ' a b=is.null,c=gt.1']) expect(draftProblems(changesOf('t', filter))).toEqual({})
  for (const filter of ['id = 5', 'id=equals.5', '=eq.5', 'id']) expect(Object.keys(draftProblems(changesOf('t', filter)))).toEqual(['filter'])
})

test('asks for changes and the database only where they are wanted', () => {
  expect(changesFilterOf(startDraft({ channel: 'a' }))).toBeNull()
  expect(changesFilterOf(changesOf(' t '))).toEqual({ event: '*', schema: 'public', table: 't' })
  expect([startDraft({}), startDraft({ private: true }), changesOf('t')].map(needsDatabase)).toEqual([false, true, true])
})
