import { expect, test } from 'vitest'
import { splitCommands } from '../commands.ts'
import { StatementFates } from './statement-fates.ts'

test.for([
  ['insert; insert', null, { first: 0, count: 2 }],
  ['insert; commit; insert; delete', null, { first: 2, count: 2 }],
  ['begin; insert; rollback; insert', { first: 0, count: 2 }, { first: 3, count: 1 }],
  ['begin; savepoint a; insert; rollback work to savepoint a', null, { first: 0, count: 4 }],
  ['begin; savepoint a; insert; rollback', { first: 0, count: 3 }, null],
  ["insert; prepare transaction 'x'", null, null],
] as const)('of %j it is known what was rolled back, and what still can be', ([text, rolledBack, open]) => {
  const fates = new StatementFates()
  const ranges = splitCommands(text).flatMap(({ words }) => {
    const tag = words[0] === 'prepare' ? 'PREPARE TRANSACTION' : words[0]!.toUpperCase()
    return fates.complete(tag, words) ?? []
  })
  expect(ranges).toEqual(rolledBack === null ? [] : [rolledBack])
  expect(fates.open).toEqual(open)
  expect(fates.rollBack()).toEqual(open)
  expect(fates.open).toBeNull()
})

test('without the words of a statement, ROLLBACK after a savepoint may only go back to it', () => {
  const fates = new StatementFates()
  for (const tag of ['BEGIN', 'SAVEPOINT', 'INSERT']) fates.complete(tag)
  expect(fates.complete('ROLLBACK')).toBeNull()
  expect(fates.open).toEqual({ first: 0, count: 4 })
})
