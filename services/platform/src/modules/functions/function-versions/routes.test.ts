import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import type { FunctionVersionSource } from '@colonnade/contracts/functions/function-versions'
import type { FunctionBuilder } from '@colonnade/projects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { createProjectDirectory } from '../../connections/directory/directory.ts'
import { copyFunctions } from '../function-history/store.ts'
import { copyFunctionSecrets } from '../function-secrets/service.ts'

let platform: TestPlatform
let ref: string
/** What a build was asked to read. */
let importMap: string | null | undefined

const builder: FunctionBuilder = {
  async build(_ref, source) {
    importMap = source.importMap
    return { bundle: 'b'.repeat(64), entrypoint: 'index.js', notices: ['zod is large.'] }
  },
  async keepOnly() {},
}

beforeAll(async () => {
  platform = await openTestPlatform({ functionBuilder: () => Promise.resolve(builder) })
  ref = await platform.project('Edge')
})
afterAll(() => platform[Symbol.asyncDispose]())

const path = (rest = '') => `/platform/functions/${ref}${rest}`
const file = (name: string, content: string) => ({ path: name, content })
const deploy = (content: string, more: object = {}) =>
  platform.ask('developer', 'POST', path(), { slug: 'hello', entrypoint_path: 'hello/index.ts', files: [file('hello/index.ts', content)], ...more })

test('versions are listed with who deployed them, read, compared and made live again', async () => {
  expect(await deploy('first')).toMatchObject({ status: 201, json: { function: { slug: 'hello', version: 1 }, notices: ['zod is large.'] } })
  const image = { path: 'hello/logo.png', encoding: 'base64', content: Buffer.from([0, 255, 1]).toString('base64') }
  await deploy('second', { files: [file('hello/index.ts', 'second'), file('deno.json', '{}'), image], static_patterns: ['hello/*.png'] })
  expect(importMap).toBe('deno.json')
  const overview = await platform.ask('read-only', 'GET', path())
  expect(overview.json).toEqual([expect.objectContaining({ slug: 'hello', version: 2, deployed_by: 'developer', deployed_at: expect.any(String) })])
  const { json: versions } = await platform.ask('read-only', 'GET', path('/hello/versions'))
  expect(versions).toMatchObject([
    { version: 2, is_live: true, created_by: 'developer', import_map_path: 'deno.json', files: [{ path: 'hello/index.ts', bytes: 6 }, {}, {}] },
    { version: 1, is_live: false, notices: ['zod is large.'] },
  ])
  const live = (await platform.ask('read-only', 'GET', path('/hello/versions/live'))).json as FunctionVersionSource
  expect(live).toMatchObject({ version: 2, files: [{ content: 'second', encoding: 'utf8' }, { content: '{}' }, { ...image, bytes: 3 }] })
  expect((await platform.ask('read-only', 'POST', path('/hello/versions/1/activate'))).status).toBe(403)
  expect((await platform.ask('developer', 'POST', path('/hello/versions/1/activate'))).json).toMatchObject({ version: 1 })
  expect((await platform.ask('read-only', 'GET', path('/hello/versions/live'))).json).toMatchObject({ version: 1, files: [{ content: 'first' }] })
  // numbers are never given twice
  expect(((await deploy('third')).json as { function: EdgeFunction }).function.version).toBe(3)
})

test.each([
  ['/none/versions', 'function_not_found'],
  ['/none/versions/live', 'function_not_found'],
  ['/hello/versions/99', 'function_version_not_found'],
  ['/hello/versions/0', 'function_version_not_found'],
  ['/hello/versions/x', 'function_version_not_found'],
])('%s is not there', async (at, code) => {
  expect(await platform.ask('owner', 'GET', path(at))).toMatchObject({ status: 404, json: { code } })
})

test('a copy of a project has its functions and secrets, opened by itself alone', async () => {
  const { ctx } = platform
  await platform.ask('developer', 'POST', `/v1/projects/${ref}/secrets`, [{ name: 'TOKEN', value: 'x' }])
  const copy = await platform.project('Copy')
  await ctx.database.transaction(async (tx) => {
    await copyFunctions(tx, { from: ref, to: copy, at: null })
    await copyFunctionSecrets(ctx, tx, { from: ref, to: copy })
  })
  await using directory = createProjectDirectory(ctx)
  const [own] = (await directory.functions(ref))!.functions
  expect((await directory.functions(copy))!.functions).toEqual([{ ...own, id: expect.any(String), version: 1 }])
  expect((await directory.functions(copy))!.functions[0]!.id).not.toBe(own!.id)
  expect((await directory.functionEnvironment(copy))!['TOKEN']).toBe('x')
  expect((await platform.ask('owner', 'GET', `/platform/functions/${copy}/hello/versions/live`)).json).toMatchObject({
    created_by: null,
    files: [{ content: 'third' }],
  })
})
