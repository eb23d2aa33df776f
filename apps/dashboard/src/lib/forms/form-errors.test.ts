import { AppError } from '@colonnade/core'
import { expect, test } from 'vitest'
import { fieldProblems } from './form-errors.ts'

test('a code that belongs to a field stands there', () => {
  const error = new AppError('project_name_taken')
  expect(fieldProblems(error, { project_name_taken: 'name' })).toEqual([{ field: 'name', message: error.message }])
})

test('the server’s list of issues goes to its fields', () => {
  const issues = [
    { path: ['body', 'name'], message: 'Enter a name' },
    { path: ['body', 'address', 'city'], message: 'Give a city' },
    { path: ['body'], message: 'Something of the whole' },
  ]
  expect(fieldProblems(new AppError('invalid_input', { issues }), {})).toEqual([
    { field: 'name', message: 'Enter a name' },
    { field: 'address.city', message: 'Give a city' },
  ])
})

test.each([new AppError('internal'), new AppError('invalid_input', { issues: 'odd' }), new Error('x'), 'text'])(
  'anything else belongs to no field: %s',
  (error) => {
    expect(fieldProblems(error, { project_name_taken: 'name' })).toEqual([])
  },
)
