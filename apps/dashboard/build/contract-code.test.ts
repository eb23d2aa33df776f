import { expect, test } from 'vitest'
import { parseAst } from 'vite'
import { pageContract } from './contract-code.ts'

const change = (code: string): string => pageContract(code, (text) => parseAst(text))

test('endpoints keep what a call needs, without schemas and texts for the server', () => {
  const code = `
import { get, post, resource } from '../foundation/endpoint.ts'
export const things = resource('/things', {
  list: get('/', { summary: 'Lists things, and "more"', auth: 'user', query: z.object({ page: z.int() }), headers: Headers, reply: z.array(Thing) }),
  create: post('/', { ...shared, auth: 'user', audit: 'thing.created', errors: ['bad_request'], body: ThingInput, reply: Thing }),
})`
  expect(change(code)).toBe(`
import { get, post, resource } from '../foundation/endpoint.ts'
export const things = /*#__PURE__*/ (() => (resource('/things', {
  list: get('/', { auth: 'user', headers: true, }),
  create: post('/', { ...shared, auth: 'user', audit: 'thing.created', }),
})))()`)
})

test('constants that are constructed can be left out of a page; all others stay as they are', () => {
  expect(change("export const Name = z.string().min(1)\nconst most = 5\nexport const find = (name) => get('a', { query: name })")).toBe(
    "export const Name = /*#__PURE__*/ (() => (z.string().min(1)))()\nconst most = 5\nexport const find = (name) => get('a', { query: name })",
  )
})
