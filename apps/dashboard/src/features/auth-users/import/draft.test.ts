import { expect, test } from 'vitest'
import { problemOf, sourceOf, startDraft, withFormat, withHashConfig } from './draft.ts'

const file = (text: string) => new File([text], 'users')

test('columns of a plain file are matched once each, and something has to tell who a user is', async () => {
  const draft = await startDraft(file('Email;E-Mail Address;Plan\na;b;c\n'))
  expect(draft).toMatchObject({ format: 'plain', kind: 'csv', delimiter: ';' })
  expect(draft.columns.map(({ target }) => target)).toEqual(['email', 'metadata', 'metadata'])
  expect(problemOf(draft)).toBeNull()
  expect(problemOf({ ...draft, columns: draft.columns.map(({ column }) => ({ column, target: 'email' })) })).toContain('same field')
  expect(problemOf(await startDraft(file('plan\npro\n')))).toContain('Choose the column')
  expect(problemOf(await startDraft(file('')))).toBe('The file is empty.')
})

test('names of JSON are found on one line or on several', async () => {
  expect((await startDraft(file('{"mail":"a","plan":{"x":1}}\n{"phone":"1"}\n'))).columns.map(({ column }) => column)).toEqual([
    'mail',
    'plan',
    'phone',
  ])
  expect((await startDraft(file('[\n  {\n    "email": "a"\n  }\n]'))).columns).toEqual([{ column: 'email', target: 'email' }])
})

test('a file of Firebase needs its hash parameters, which are pasted as the console shows them', async () => {
  const draft = await startDraft(file('{"users":[{"localId":"x"}]}'))
  expect(draft.format).toBe('firebase')
  expect(problemOf(draft)).toContain('hash parameters')
  expect(problemOf({ ...draft, dropsHashes: true })).toBeNull()
  const block = 'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: jx+/=,\n  base64_salt_separator: Cg==,\n  rounds: 4,\n  mem_cost: 12,\n}'
  const filled = { ...draft, firebase: withHashConfig(draft.firebase, block)! }
  expect(sourceOf(filled).firebase).toEqual({ signerKey: 'jx+/=', saltSeparator: 'Cg==', rounds: 4, memoryCost: 12 })
  expect(problemOf(filled)).toBeNull()
  expect(problemOf({ ...filled, firebase: { ...filled.firebase, rounds: 'many' } })).toContain('small numbers')
  expect(problemOf(await withFormat(draft, 'auth0'))).toBeNull()
  expect(problemOf(await withFormat(await startDraft(file('a,b\n')), 'keycloak'))).toBe('This file is CSV; an export of Keycloak is JSON.')
})
