import { expect, test } from 'vitest'
import { runOutcome, type RanStatement } from './outcome.ts'

type Ended = Parameters<typeof runOutcome>[0]

const ended = (commands: readonly string[], rest: Partial<Ended> = {}): Ended => ({
  output: {
    sets: [],
    notices: [],
    statements: commands.map((command) => ({
      command: command.replace('~', ''),
      rowCount: null,
      durationMs: 1,
      set: null,
      ...(command.startsWith('~') && { isRolledBack: true as const }),
    })),
  },
  transaction: 'none',
  options: { rowLimit: null, timeoutMs: 0 },
  ...rest,
})
const statement = (text: string, kind: string, rest: Partial<RanStatement['classification']> = {}): RanStatement => ({
  text,
  classification: { kind, writes: !/^(?:Select|Transaction|VariableSet)Stmt$/.test(kind), isOpaque: false, madeTables: [], ...rest },
})
const create = statement('create table t ()', 'CreateStmt')
const insert = statement('insert into t default values', 'InsertStmt')
const select = statement('select 1', 'SelectStmt')

test('a run keeps nothing when all that changed something was rolled back', () => {
  const kind = (...given: Parameters<typeof ended>) => runOutcome(ended(...given), []).kind
  expect(kind(['~BEGIN', '~INSERT', 'ROLLBACK'])).toBe('rolled-back')
  expect(kind(['ROLLBACK'])).toBe('rolled-back')
  expect(kind(['SELECT', '~CREATE TABLE'])).toBe('rolled-back')
  expect(kind(['INSERT', '~INSERT'])).toBe('unremarkable')
  expect(kind(['BEGIN', 'INSERT', 'COMMIT', 'BEGIN', '~INSERT', 'ROLLBACK'])).toBe('unremarkable')
  expect(kind(['SELECT'])).toBe('unremarkable')
  // back to a savepoint of a transaction that is open still
  expect(kind(['~INSERT', 'ROLLBACK'], { transaction: 'open' })).toBe('unremarkable')
})

test('a migration records what a run changed in the schema and what goes with it, without reads and rolled back statements', () => {
  const settings = statement('set search_path = app', 'VariableSetStmt')
  const all = [statement('begin', 'TransactionStmt'), settings, create, insert, select, statement('commit', 'TransactionStmt')]
  expect(runOutcome(ended(['BEGIN', 'SET', 'CREATE TABLE', 'INSERT', 'SELECT', 'COMMIT']), all)).toEqual({
    kind: 'schema-changed',
    statements: [settings.text, create.text, insert.text],
  })
  expect(runOutcome(ended(['CREATE TABLE', '~INSERT']), [create, insert])).toEqual({ kind: 'schema-changed', statements: [create.text] })
  const into = statement('select 1 into t', 'SelectStmt', { writes: true, madeTables: [{ schema: null, name: 't' }] })
  expect(runOutcome(ended(['SELECT']), [into])).toEqual({ kind: 'schema-changed', statements: [into.text] })
  // it failed after the first of three, each of which is committed
  expect(runOutcome(ended(['CREATE TABLE']), [create, insert, select])).toEqual({ kind: 'schema-changed', statements: [create.text] })
})

test('no migration is offered for rows, for another role or database, and before the statements are known', () => {
  const kind = (...given: Parameters<typeof runOutcome>) => runOutcome(...given).kind
  expect(kind(ended(['INSERT', 'SELECT']), [insert, select])).toBe('unremarkable')
  expect(kind(ended(['CREATE TABLE'], { options: { rowLimit: null, timeoutMs: 0, as: { role: 'anon' } } }), [create])).toBe('unremarkable')
  expect(kind(ended(['CREATE TABLE'], { options: { rowLimit: null, timeoutMs: 0, database: 'replica' } }), [create])).toBe('unremarkable')
  expect(kind(ended(['CREATE TABLE']), [])).toBe('unremarkable')
  expect(kind(ended(['CREATE TABLE'], { transaction: 'open' }), [create])).toBe('unremarkable')
})
