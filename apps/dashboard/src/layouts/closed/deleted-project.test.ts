import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { deletedOf } from './deleted-project.ts'

const of = (deleted: unknown) => deletedOf(new AppError('project_not_found', { ref: 'x', deleted }))

test('a deleted branch is called one, and leads to its project while that is there', () => {
  const deleted = { name: 'preview', is_branch: true, organization_slug: 'acme', parent_project_ref: 'abc' }
  expect(of(deleted)).toEqual({ name: 'preview', noun: 'branch', slug: 'acme', parentRef: 'abc' })
  expect(of({ ...deleted, parent_project_ref: null })).toMatchObject({ noun: 'branch', parentRef: null })
  expect(of({ ...deleted, is_branch: false })).toMatchObject({ noun: 'project' })
})

test('of a project that never was, nothing is told', () => {
  expect(of(undefined)).toBeNull()
  expect(of({ name: 'x' })).toBeNull()
})
