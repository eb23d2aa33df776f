import { silentLogger, systemClock } from '@colonnade/core'
import type { FunctionBuild, FunctionBuilder, FunctionSource } from '@colonnade/projects'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootOnce } from '../sandboxes/boot-once.ts'
import { type Ground, openGround } from '../sandboxes/ground.ts'
import { createFunctionBuilder } from './builder.ts'

const ref = 'a'.repeat(20)
const memoryBytes = 256 * 1024 ** 2
const entrypoint = 'supabase/functions/hello/index.ts'
let home: string
let folder: string
let ground: Ground
let builder: FunctionBuilder

beforeAll(async () => {
  // Deno reads nothing below /dev
  home = await mkdtemp(join(tmpdir().startsWith('/dev/') ? '/tmp' : tmpdir(), 'functions-'))
  await chmod(home, 0o711)
  folder = join(home, 'functions')
  ground = await openGround(folder, silentLogger)
  const boot = (bundle: { ref: string; bundle: string; entrypoint: string; environment: Readonly<Record<string, string>> }) =>
    bootOnce(ground, { ...bundle, memoryBytes, allowedHosts: null, ownDatabase: null }, 20_000)
  // nothing here needs the network, and nothing reaches it
  const packages = { environment: { NPM_CONFIG_REGISTRY: 'http://127.0.0.1:1/', HTTPS_PROXY: 'http://127.0.0.1:1/' }, npmrc: '' }
  builder = await createFunctionBuilder({ folder, ground, boot, packages, clock: systemClock, logger: silentLogger })
})
afterAll(async () => {
  await ground[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

function source(files: Readonly<Record<string, string>>, more: Partial<FunctionSource> = {}): FunctionSource {
  const all = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return { files: all, entrypoint, importMap: null, staticPatterns: [], ...more }
}
const build = (files: Readonly<Record<string, string>>, more?: Partial<FunctionSource>): Promise<FunctionBuild> =>
  builder.build(ref, source(files, more), { GREETING: 'hello' })
const served = 'Deno.serve(() => new Response())'

test('a function is one module with its static files beside it, and has booted with its environment', async () => {
  const made = await build(
    {
      [entrypoint]: `import 'jsr:@supabase/functions-js/edge-runtime.d.ts'
        import { serve } from 'https://deno.land/std@0.168.0/http/server.ts'
        import { shout } from 'shared/shout.ts'
        const page: string = Deno.readTextFileSync(new URL('./page.html', import.meta.url))
        if (Deno.env.get('GREETING') !== 'hello' || page !== '<p>hi') throw new Error('incomplete')
        serve(() => new Response(shout(page)))`,
      'supabase/functions/_shared/shout.ts': 'export const shout = (text: string): string => text.toUpperCase() + import.meta.url',
      'supabase/functions/hello/page.html': '<p>hi',
      'supabase/functions/hello/deno.json': `{
        // addresses are relative to this file
        "imports": { "shared/": "../_shared/", },
      }`,
    },
    { importMap: 'supabase/functions/hello/deno.json', staticPatterns: ['./supabase/functions/hello/*.html'] },
  )
  expect(made).toEqual({
    bundle: expect.stringMatching(/^[0-9a-f]{64}$/),
    entrypoint: 'supabase/functions/hello/index.js',
    notices: [`supabase/functions/_shared/shout.ts reads import.meta: in a bundle, that is the address of ${entrypoint}.`],
  })
})

test('the same content is one bundle, and bundles that nobody names go', async () => {
  const [first, second, other] = await Promise.all([
    build({ [entrypoint]: served }),
    build({ [entrypoint]: served }),
    build({ [entrypoint]: `${served}//` }),
  ])
  expect(second).toEqual(first)
  const { bundle } = first as { bundle: string }
  const code = join(folder, 'bundles', bundle, 'supabase/functions/hello/index.js')
  expect(await readFile(code, 'utf8')).toContain('Deno.serve')
  expect(other).toMatchObject({ notices: [] })
  const old = 'f'.repeat(64)
  await mkdir(join(folder, 'bundles', old))
  await builder.keepOnly(new Set([old]))
  await mkdir(join(folder, 'bundles', old), { recursive: true })
  await builder.keepOnly(new Set())
  // what was just built may be named in a moment
  expect(await readFile(code, 'utf8')).toContain('Deno.serve')
  await expect(readFile(join(folder, 'bundles', old))).rejects.toMatchObject({ code: 'ENOENT' })
})

test.each([
  ['an error of syntax, with file and line', 'const a = 1\nconst b = (', /Expression expected[\s\S]*supabase\/functions\/hello\/index\.ts:2:12/],
  [
    'a module that there is not',
    "import { a } from './none.ts'\nconsole.log(a)",
    /Module not found "supabase\/functions\/hello\/none\.ts"[\s\S]*index\.ts:1:19/,
  ],
  [
    'a file outside',
    "import a from '../../../../../outside.json' with { type: 'json' }\nconsole.log(a)",
    /Files outside the function's own can't be imported: /,
  ],
  [
    'a file that its name leads to',
    "import { createRequire } from 'node:module'\nimport a from './b.cjs'\nconsole.log(a)",
    /Files outside the function's own can't be imported/,
  ],
  ['a package that can not be fetched', "import a from 'npm:nothing-of-this-name'\nconsole.log(a)", /npm:nothing-of-this-name|nothing-of-this-name/],
])('what can not be bundled says why: %s', async (_what, text, log) => {
  await writeFile(join(home, 'outside.json'), '{}')
  const made = await build({ [entrypoint]: text, 'supabase/functions/hello/b.cjs': `module.exports = require('${home}/outside.json')` })
  expect(made).toMatchObject({ failure: 'bundle_failed', log: expect.stringMatching(log) })
  expect((made as { log: string }).log).not.toContain(folder)
})

test.each([
  ['{ "imports": { "x": "../../../../etc/" } }', 'leads out of the function'],
  ['{ "imports": { "x": "file:///etc/hostname" } }', 'leads out of the function'],
  ['{ "scopes": { "./": { "x": "file:///etc/hostname" } } }', 'leads out of the function'],
  ['{ "imports": ["x"] }', 'imports must be an object'],
  ['{ "imports": ', "isn't valid JSON"],
])('a configuration that can not be used says why: %s', async (config, log) => {
  const made = await build({ [entrypoint]: served, 'deno.json': config }, { importMap: 'deno.json' })
  expect(made).toEqual({ failure: 'bundle_failed', log: expect.stringContaining(log) })
})

test('a function that does not listen fails with what it printed', async () => {
  expect(await build({ [entrypoint]: 'console.log("first"); throw new Error("no such thing")' })).toEqual({
    failure: 'boot_failed',
    log: expect.stringMatching(/first[\s\S]*no such thing/),
  })
})
