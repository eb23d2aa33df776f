import { get, post, resource } from '@colonnade/contracts/foundation/endpoint'
import { AppError, createLogger, MemoryBudget, memoryLimitsFor, systemRandom } from '@colonnade/core'
import { afterAll, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { createHttpApp, mount, type Policy, type ScopeRule, serveWith } from './index.ts'

interface Shelf {
  readonly shelf: string
  readonly isOpen: boolean
}

/** A library: a path names a shelf, or a new book's body does; nothing else is scoped. */
interface LibraryScopes extends ScopeRule {
  readonly scope: this['endpoint']['path'] extends `${string}{shelf}${string}`
    ? Shelf
    : this['endpoint'] extends { readonly method: 'POST' }
      ? Pick<Shelf, 'shelf'>
      : undefined
}

const title = z.string().min(3)
const library = resource('/library', {
  list: get('/', { summary: '', auth: 'public', reply: z.string() }),
  ofShelf: post('/shelves/{shelf}/books', { summary: '', auth: 'public', body: z.object({ title }), reply: z.string() }),
  create: post('/books', { summary: '', auth: 'public', body: z.object({ shelf: z.string(), title }), reply: z.string() }),
})

const serve = serveWith<{ context: object; actor: null; scopes: LibraryScopes; transaction: undefined }>()
const routes = [
  serve(library.list, ({ scope }) => {
    expectTypeOf(scope).toEqualTypeOf<undefined>()
    return `scope ${scope}`
  }),
  serve(library.ofShelf, ({ scope }) => {
    expectTypeOf(scope).toEqualTypeOf<Shelf>()
    return `${scope.shelf} is ${scope.isOpen ? 'open' : 'closed'}`
  }),
  serve(library.create, ({ scope }) => {
    expectTypeOf(scope).toEqualTypeOf<Pick<Shelf, 'shelf'>>()
    return scope.shelf
  }),
]

const policy: Policy<null, Shelf | undefined, undefined> = {
  authenticate: async () => null,
  callerKey: () => '',
  memoryOwner: () => '',
  limit: async () => {},
  authorize: async (endpoint, _actor, { params, body }) => {
    if (endpoint === library.list) return undefined
    const shelf = params['shelf'] ?? (body as { readonly shelf: string }).shelf
    if (shelf === 'hidden') throw new AppError('forbidden')
    return { shelf, isOpen: true }
  },
  isScopedByBody: ({ path }) => path === library.create.path,
  audit: async () => {},
}

const logger = createLogger(() => {})
const app = createHttpApp({ logger, random: systemRandom })
mount(app, { routes, context: {}, policy, logger, memory: new MemoryBudget(memoryLimitsFor(0)) })
afterAll(() => app.close())

const send = async (url: string, payload: object): Promise<unknown> => (await app.inject({ method: 'POST', url: `/library${url}`, payload })).json()

test('a service decides what its paths and bodies name, and its handlers get that', async () => {
  expect((await app.inject('/library')).json()).toBe('scope undefined')
  expect(await send('/shelves/poems/books', { title: 'Odes' })).toBe('poems is open')
  expect(await send('/books', { shelf: 'poems', title: 'Odes' })).toBe('poems')
})

test('a body is checked after the caller is authorized, unless it names the scope', async () => {
  expect(await send('/shelves/hidden/books', { title: '' })).toMatchObject({ code: 'forbidden' })
  expect(await send('/books', { shelf: 'hidden', title: '' })).toMatchObject({ code: 'invalid_input' })
  expect(await send('/books', { shelf: 'hidden', title: 'Odes' })).toMatchObject({ code: 'forbidden' })
})
