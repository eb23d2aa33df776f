import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type Files, isNoun, isRoom, moduleFiles, registeredFiles, rooms } from './module-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('the rooms are those of the platform', () => {
  expect(readdirSync(join(root, 'services/platform/src/modules')).sort()).toEqual(rooms)
  expect(rooms.map((room) => readdirSync(join(root, 'packages/contracts/src', room)).length > 0)).not.toContain(false)
})

test('a noun is a plural in kebab case, and a room is one that exists', () => {
  expect(['api-keys', 'lamps'].every(isNoun)).toBe(true)
  expect([undefined, 'lamp', 'Lamps', '-lamps', 'a b-s'].some(isNoun)).toBe(false)
  expect([isRoom('people'), isRoom('lamps'), isRoom(undefined)]).toEqual([true, false, false])
})

test('a new noun compiles as it is written, in its place among what exists', async () => {
  const created = moduleFiles('organizations', 'spare-keys')
  expect(await compile({ ...created, ...registeredFiles('organizations', 'spare-keys', read) })).toBe('')
  // as it would be told if what it imports had moved
  const [contract = ''] = Object.keys(created)
  expect(await compile({ [contract]: created[contract]!.replace('foundation/values', 'values') })).toContain("Cannot find module '../values.ts'")
}, 300_000)

test('a list that is no longer found is said', () => {
  expect(() => registeredFiles('people', 'lamps', () => "import { a } from './a.ts'\n")).toThrow(/has no list/)
})

/** Of what has no types of its own. */
const declarations = ['packages/*/src/**/*.d.ts', 'services/platform/src/**/*.d.ts']

/** The compiler's words about files laid over the repository's own; none when they are right. */
async function compile(files: Files): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'colonnade-new-module-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // it imports the changed list of calls
  const client = 'apps/dashboard/src/scope/clients/organization-client.ts'
  const laid = { ...files, [client]: read(client) }
  for (const [path, text] of Object.entries(laid)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const contracts = Object.keys(files).flatMap((path) => /^packages\/contracts\/src\/(.+)\.ts$/.exec(path)?.[1] ?? [])
  const config = {
    extends: join(root, 'tsconfig.e2e.json'),
    compilerOptions: {
      rootDirs: [folder, root],
      paths: Object.fromEntries(contracts.map((name) => [`@colonnade/contracts/${name}`, [join(folder, `packages/contracts/src/${name}.ts`)]])),
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [...Object.keys(files).map((path) => join(folder, path)), ...declarations.map((path) => join(root, path))],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiling = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder])
  return compiling.then(
    () => '',
    (error: { readonly stdout: string; readonly stderr: string; readonly message: string }) => error.stdout + error.stderr || error.message,
  )
}
