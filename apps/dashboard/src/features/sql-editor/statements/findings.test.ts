import { analyzeStatements, type Parser } from '@colonnade/pg-meta/statements'
import type { Stake } from '@colonnade/pg-meta/stakes'
import { loadModule, parsePlPgSQLSync, parseSync, scanSync } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'
import { noOutput, type SqlPart } from '../run/run-state.ts'
import { errorSpan } from '../run/error-span.ts'
import { AppError } from '@colonnade/core'
import { wordsOf } from './finding-words.ts'
import { excerptOf, gatherUnsecured, listFindings } from './findings.ts'
import { securedPart, securingStatements } from './secured-part.ts'
import { findingText } from './messages.ts'
import { isAsked, noStakes, relationKey, relevantFindings, wantedRelations, type Stakes } from './stakes.ts'

const parser = { parseSync, parsePlPgSQLSync, scanSync } as unknown as Parser
beforeAll(() => loadModule())

const context = { firstLine: 1, isInTransaction: false, isLocked: false, commitsEach: false }
const findingsOf = (text: string, changes: Partial<typeof context> = {}) =>
  listFindings(text, analyzeStatements(parser, text), { ...context, ...changes })
const wordsIn = (text: string, changes: Partial<typeof context> = {}) =>
  findingsOf(text, changes).flatMap((finding) => finding.items.map((item) => `${finding.line}: ${wordsOf(item, finding, noStakes).text}`))

const stake: Stake = { place: 0, id: 1, schema: 'public', name: 't', kind: 'r', rows_estimate: 12, bytes: 8192, rls_enabled: false, is_exposed: true }
const stakesOf = (changes: Partial<Stake>, name = 't'): Stakes => ({
  ...noStakes,
  relations: new Map([false, true].map((isMade) => [relationKey({ schema: null, name, isMade }), { ...stake, ...changes }])),
})

describe('before a text runs', () => {
  test('each danger is shown with the line that its statement begins on', () => {
    expect(wordsIn("select '\n';\n-- gone:\ndrop table a,\n  b;delete from c\n;\n\ntruncate d")).toEqual([
      '4: Drops table a',
      '4: Drops table b',
      '5: Deletes all rows of c (no WHERE clause)',
      '8: Deletes all rows of d',
    ])
  })

  test('lines are those of the editor, wherever the selection begins', () => {
    expect(wordsIn('\ndrop table a', { firstLine: 12 })).toEqual(['13: Drops table a'])
  })

  test('what is wrong beside it hides no danger, and what is not known has none', () => {
    expect(wordsIn('selct 1;\ndrop table a')).toEqual(['2: Drops table a'])
    expect(listFindings('drop table a', { kind: 'unknown', reason: 'too_complex' }, context)).toEqual([])
    expect(listFindings('drop table a', { kind: 'too_large', bytes: 3, maxBytes: 2 }, context)).toEqual([])
  })

  test('what Postgres refuses in a transaction is told only where there is one', () => {
    expect(wordsIn('vacuum t')).toEqual([])
    expect(findingsOf('vacuum t; select 1')[0]!.items).toEqual([{ kind: 'misplaced', why: 'beside others' }])
    expect(findingsOf('vacuum t; select 1', { commitsEach: true })).toEqual([])
    expect(findingsOf('vacuum t; select 1', { commitsEach: true, isInTransaction: true })[0]!.items).toEqual([
      { kind: 'misplaced', why: 'open transaction' },
    ])
    expect(findingsOf('vacuum t', { isInTransaction: true })[0]!.items).toEqual([{ kind: 'misplaced', why: 'open transaction' }])
  })

  test('a table is unsecured unless the text itself switches its row-level security on', () => {
    expect(wordsIn('create table s.t (a int)')).toEqual(['1: Creates table s.t without row-level security'])
    expect(wordsIn('create table s.t (a int); alter table s.t enable row level security')).toEqual([])
    expect(wordsIn('create temp table t (a int)')).toEqual([])
  })

  test('several statements that make unsecured tables and nothing else become one finding', () => {
    const text = 'create table a (n int);\ndrop table x;\ncreate table s.b (n int);\ncreate table c (n int)'
    const gathered = gatherUnsecured(findingsOf(text))
    expect(gathered.map(({ line, items }) => [line, items.map((item) => wordsOf(item, gathered[0]!, noStakes).text)])).toEqual([
      [1, ['Creates 3 tables without row-level security: a, s.b, c']],
      [2, ['Drops table x']],
    ])
    expect(gatherUnsecured(findingsOf('create table a (n int)'))).toEqual(findingsOf('create table a (n int)'))
  })

  test('row-level security that is switched off is told, unless the text switches it on again', () => {
    const off = 'alter table t disable row level security'
    expect(wordsIn(off)).toEqual(['1: Turns off row-level security of t'])
    expect(wordsIn(`alter table t enable row level security;\n${off}`)).toEqual(['2: Turns off row-level security of t'])
    expect(wordsIn(`${off}; alter table t enable row level security`)).toEqual([])
    const findings = findingsOf(off)
    expect(relevantFindings(findings, stakesOf({ rls_enabled: true }))).toHaveLength(1)
    for (const changes of [{ rls_enabled: false }, { is_exposed: false, rls_enabled: true }, { id: null }])
      expect(relevantFindings(findings, stakesOf(changes))).toEqual([])
    expect(relevantFindings(findings, noStakes)).toHaveLength(1)
  })

  test('a function that the text makes is told where the text calls it', () => {
    const made = 'create function s.f() returns void language plpgsql as $$ begin delete from t; end $$'
    expect(wordsIn(made)).toEqual([])
    expect(wordsIn(`${made};\nselect s.f();\nselect g()`)).toEqual(['2: Deletes all rows of t (no WHERE clause)'])
  })

  test('a locked project asks about every change, and about nothing else', () => {
    expect(wordsIn('select 1; insert into t values (1)', { isLocked: true })).toEqual(['1: Changes the database'])
    expect(wordsIn('insert into t values (1)')).toEqual([])
  })
})

describe('what is at stake decides', () => {
  test('a lock of a small table, or of none, is nothing to ask about; of a large one and of an unknown it is', () => {
    const findings = findingsOf('create index on t (a)')
    expect(wantedRelations(findings)).toEqual([{ schema: null, name: 't' }])
    expect(relevantFindings(findings, stakesOf({}))).toEqual([])
    expect(relevantFindings(findings, stakesOf({ id: null, rows_estimate: null, bytes: 0 }))).toEqual([])
    for (const changes of [{ rows_estimate: 100_000 }, { bytes: 64 * 1024 * 1024 }])
      expect(relevantFindings(findings, stakesOf(changes))).toHaveLength(1)
    expect(relevantFindings(findings, noStakes)).toHaveLength(1)
    expect(wordsOf(findings[0]!.items[0]!, findings[0]!, stakesOf({ rows_estimate: 1_234_567, bytes: 99_614_720 }))).toMatchObject({
      text: 'CREATE INDEX locks t (SHARE): nobody can write while the index is built',
      stake: '≈ 1,234,567 rows, 95.0 MB',
      advice: 'CREATE INDEX CONCURRENTLY doesn’t block writes',
    })
  })

  test('a table that requests do not reach needs no row-level security, nor does one that has it', () => {
    const findings = findingsOf('create table if not exists t (a int)')
    expect(relevantFindings(findings, stakesOf({ id: null }))).toHaveLength(1)
    expect(relevantFindings(findings, stakesOf({ id: null, is_exposed: false }))).toEqual([])
    expect(relevantFindings(findings, stakesOf({ rls_enabled: true }))).toEqual([])
  })

  test('rows that a condition finds are shown beside other findings, and alone ask nothing', () => {
    const findings = findingsOf('delete from t where a = 1; truncate u')
    expect(isAsked(findings.slice(0, 1))).toBe(false)
    expect(isAsked(findings)).toBe(true)
    expect(wordsOf(findings[0]!.items[0]!, findings[0]!, { ...noStakes, planned: new Map([[0, 17]]) }).stake).toBe(findingText.planned('17 rows'))
    expect(wordsOf(findings[1]!.items[0]!, findings[1]!, stakesOf({}, 'u')).stake).toBe('≈ 12 rows, 8.00 kB')
    expect(wordsOf(findings[1]!.items[0]!, findings[1]!, stakesOf({ rows_estimate: null }, 'u')).stake).toBe('8.00 kB, rows not counted yet')
  })
})

describe('row-level security is switched on with the table', () => {
  const part = (text: string): SqlPart => ({ text, offset: 0, start: { line: 1, column: 1 }, isSelection: false })
  const secured = (text: string, schema: string | null = null) => {
    const analysis = analyzeStatements(parser, text)
    return securedPart(part(text), analysis, securingStatements(analysis, [{ schema, name: 'Odd t' }]))
  }
  const enabling = (name: string) =>
    `do 'begin execute pg_catalog.format(''alter table %I.%I enable row level security'', pg_catalog.current_schema(), ''${name}''); end'`

  test('right after it, where the server has put it, also at the end and after a comment', () => {
    expect(secured('create table "Odd t" (a int) -- made').text).toBe(`create table "Odd t" (a int) -- made\n;\n${enabling('Odd t')}`)
    expect(secured('create schema s create table "Odd t" (a int); create table "Odd t" (a int)', 's').text).toBe(
      'create schema s create table "Odd t" (a int)\n;\nalter table s."Odd t" enable row level security; create table "Odd t" (a int)',
    )
  })

  test('an error keeps its place in a text with transactions of its own', () => {
    const text = 'begin;\ncreate table "Odd t" (a int) -- made\n;\ncommit;\nselct 1'
    const made = secured(text)
    expect(made.text).toBe(`begin;\ncreate table "Odd t" (a int) -- made\n;\n${enabling('Odd t')}\n;\ncommit;\nselct 1`)
    const failed = (position: number) =>
      errorSpan({
        kind: 'failed',
        part: made,
        options: { rowLimit: null, timeoutMs: 0 },
        output: noOutput,
        error: new AppError('syntax_error', { position }),
        key: 'a run',
        tookMs: 1,
        transaction: 'none',
      })
    expect(failed(made.text.indexOf('selct') + 1)).toMatchObject({ place: { line: 5, column: 1 }, span: { from: text.indexOf('selct') } })
    expect(failed(made.text.indexOf('enable') + 1)).toBeNull()
    expect(failed(8)).toMatchObject({ place: { line: 2, column: 1 } })
  })
})

test('an excerpt is one line, cut where it is long', () => {
  expect(excerptOf('drop\n  table a')).toBe('drop table a')
  expect(excerptOf('x'.repeat(1_000_000))).toBe(`${'x'.repeat(90)}…`)
})
