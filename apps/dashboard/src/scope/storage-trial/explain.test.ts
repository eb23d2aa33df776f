import type { StorageTrialReport, TriedAction } from '@colonnade/pg-meta/storage-trial'
import { expect, test } from 'vitest'
import { explainTrial } from './explain.ts'
import { mimeTypeOf } from './mime-type.ts'
import { movedNameOf } from './run-trial.ts'

const policies = [
  { name: 'read', isPermissive: true, command: 'SELECT' },
  { name: 'write', isPermissive: true, command: 'ALL' },
  { name: 'never', isPermissive: false, command: 'ALL' },
] as const
const check = (
  policy: number,
  command: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE',
  row: 'before' | 'after',
  isTrue: boolean | null,
  error?: string,
) => ({
  policy,
  command,
  row,
  isTrue,
  error: error ?? null,
})
const refusal = { sqlstate: '42501', message: 'new row violates row-level security policy', rows: null }
const done = { sqlstate: 'CTRY0', message: 'tried', rows: 1 }
const explain = (tried: TriedAction, report: Partial<StorageTrialReport> = {}) => {
  const [{ checks: _checks, action: _action, ...rest }] = explainTrial({
    bucket: { public: false },
    file: null,
    unbound: null,
    policies: [...policies],
    actions: [tried],
    ...report,
  }) as [ReturnType<typeof explainTrial>[number]]
  return rest
}

test('what was done is allowed by the policies that are true', () => {
  const expressions = [check(0, 'SELECT', 'before', true), check(1, 'DELETE', 'before', true), check(2, 'DELETE', 'before', true)]
  expect(explain({ action: 'delete', ...done, expressions })).toEqual({ isAllowed: true, by: ['read', 'write'], reason: '' })
  expect(explain({ action: 'delete', ...done, expressions: [] }, { unbound: 'bypasses' })).toMatchObject({
    isAllowed: true,
    reason: 'This role bypasses row-level security.',
  })
})

test('a refusal names the command without a policy, and the policies that said no', () => {
  const seen = check(0, 'SELECT', 'before', true)
  const reason = (tried: Partial<TriedAction>) => explain({ action: 'delete', ...refusal, rows: null, expressions: [], ...tried }).reason
  expect(reason({ expressions: [seen] })).toBe('No DELETE policy applies to this role.')
  expect(reason({ expressions: [seen, check(1, 'DELETE', 'before', null)] })).toBe('No DELETE policy is true for this file.')
  expect(reason({ expressions: [seen, check(1, 'DELETE', 'before', true), check(2, 'DELETE', 'before', false)] })).toBe(
    'The restrictive policy “never” refuses DELETE.',
  )
  expect(reason({ expressions: [check(0, 'SELECT', 'before', null, 'division by zero')] })).toContain('“read” fails: division by zero.')
  // a row that isn't there for the role is no error of the database
  expect(explain({ action: 'read', ...done, rows: 0, expressions: [] })).toMatchObject({
    isAllowed: false,
    reason: 'No SELECT policy applies to this role.',
  })
  const all = [seen, check(1, 'DELETE', 'before', true)]
  expect(reason({ expressions: all, message: 'permission denied for table objects' })).toBe('permission denied for table objects')
})

test('files of a public bucket are read without a policy, and not listed', () => {
  const hidden = { ...done, rows: 0, expressions: [] }
  expect(explain({ action: 'read', ...hidden }, { bucket: { public: true } })).toMatchObject({ isAllowed: true, by: [] })
  expect(explain({ action: 'list', ...hidden }, { bucket: { public: true } })).toMatchObject({ isAllowed: false })
})

test('a name that is taken refuses an upload that policies allow', () => {
  const expressions = [check(1, 'INSERT', 'after', true)]
  expect(explain({ action: 'upload', sqlstate: '23505', message: 'duplicate key', rows: null, expressions })).toEqual({
    isAllowed: false,
    by: ['write'],
    reason: 'A file with this name exists, so only replacing it (upsert) works.',
  })
})

test('names are taken apart: what a move makes of them, and what they hold', () => {
  expect(['a/b.tar.gz', 'a.b/c', 'x'].map(movedNameOf)).toEqual(['a/b.tar-moved.gz', 'a.b/c-moved', 'x-moved'])
  expect(['A.JPG', 'a', 'a.b/c'].map(mimeTypeOf)).toEqual(['image/jpeg', 'application/octet-stream', 'application/octet-stream'])
})
