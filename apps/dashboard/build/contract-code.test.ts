import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAst } from 'vite'
import { pageContract, removedFields } from './contract-code.ts'

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

/** Returns the places where a module reads a field of an endpoint that a built page doesn't have. Types may. */
function readsOfRemoved(code: string): readonly string[] {
  const imports = [...code.matchAll(/import \{([^}]*)\} from '@colonnade\/contracts[^']*'/g)].flatMap(([, list]) => list!.split(','))
  const names = imports.flatMap((one) => /^\s*(?:\w+ as )?([a-z]\w*)\s*$/.exec(one)?.[1] ?? [])
  const fields = [...removedFields, 'headers'].join('|')
  return names.flatMap((name) =>
    [...code.matchAll(new RegExp(`(?<![\\w.]|typeof )${name}(?:\\.\\w+)*\\??\\.(?:${fields})\\b(?!:)`, 'g'))].map(([read]) => read),
  )
}

test('the dashboard reads no field of an endpoint at run time that is removed from its pages', () => {
  const imported = "import { externalServers as servers, type Thing } from '@colonnade/contracts'\n"
  expect(readsOfRemoved(`${imported}const body = servers.create.body.parse(1); call(api.servers.create, { body })`)).toEqual(['servers.create.body'])
  expect(readsOfRemoved(`${imported}type Body = Input<typeof servers.create.body>; servers.create.path`)).toEqual([])
  const root = join(import.meta.dirname, '../src')
  const files = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] })
  const found = files.flatMap((file) => readsOfRemoved(readFileSync(join(root, file), 'utf8')).map((read) => `${file}: ${read}`))
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})
