import { describe, expect, test } from 'vitest'
import { checkCitedFiles } from './cited-files.ts'
import { checkCycles, checkFolderCycles } from './cycles.ts'
import { checkDependencies } from './dependencies.ts'
import { checkBarrels, checkFiles } from './files.ts'
import { checkLayers } from './layers.ts'
import { checkModules } from './modules.ts'
import { checkPageReads } from './page-reads.ts'
import { checkRoutes } from './routes.ts'
import { readSource, type SourceFile } from './source-files.ts'
import { routesToCome, specRoutes } from './spec-routes.ts'
import { checkSpecification } from './specification.ts'
import { checkRawSql, checkEnvironment, checkSuperuser, checkUrls } from './texts.ts'

const files = (contents: Readonly<Record<string, string>>): SourceFile[] => Object.entries(contents).map(([path, text]) => readSource(path, text))

describe('imports', () => {
  test.for([
    ['packages/core/src/a.ts', '@colonnade/pg', 'upward or sideways'],
    ['packages/http/src/a.ts', '@colonnade/client', 'upward or sideways'],
    ['services/platform/src/a.ts', '@colonnade/auth', 'upward or sideways'],
    ['apps/dashboard/src/a.ts', '@colonnade/pg', 'does not import'],
    ['packages/contracts/src/a.ts', 'node:fs', 'does not run in a browser'],
    ['packages/core/src/a.ts', '../../sql/src/index.ts', 'leaves its package'],
    ['e2e/a.e2e.ts', '../packages/clusters/src/a.ts', 'leaves its package'],
    ['bench/calls/a.ts', '../../services/platform/src/a.ts', 'leaves its package'],
    ['faults/a.ts', '../apps/server/src/a.ts', 'leaves its package'],
    ['apps/server/src/a.ts', '@colonnade/clusters/testing/run', 'is for tests'],
    ['packages/http/src/a.ts', '@colonnade/platform/testing', 'is for tests'],
    ['apps/dashboard/src/lib/x/a.ts', '../../features/y/b.ts', 'an import upward'],
    ['apps/dashboard/src/features/x/a.ts', '../y/b.ts', 'does not import another'],
  ] as const)('%s may not import %s', ([path, specifier, problem]) => {
    expect(checkLayers(files({ [path]: `import { x } from '${specifier}'\n` }))).toEqual([expect.stringContaining(problem)])
  })

  test('internals are for tests, by the entry points that packages have for them', () => {
    const text = "import { a } from '@colonnade/clusters/testing/run'\nimport { b } from './b.ts'\n"
    for (const path of ['e2e/a.e2e.ts', 'bench/calls/a.ts', 'faults/a.ts', 'services/platform/src/a.test.ts', 'services/platform/src/testing.ts']) {
      expect(checkLayers(files({ [path]: text }))).toEqual([])
    }
  })

  test('downward ones are fine', () => {
    const text = "import { a } from '@colonnade/core'\nimport { b } from '@colonnade/pg'\nimport c from 'fastify'\n"
    expect(checkLayers(files({ 'services/platform/src/a.ts': text }))).toEqual([])
  })

  test('a cycle of values is found, one of types is none', () => {
    expect(
      checkCycles(files({ 'a.ts': "import { b } from './b.ts'\n", 'b.ts': "import { c } from './c.ts'\n", 'c.ts': "import { a } from './a.ts'\n" })),
    ).toHaveLength(1)
    expect(checkCycles(files({ 'a.ts': "import { b } from './b.ts'\n", 'b.ts': "import type { A } from './a.ts'\n" }))).toEqual([])
    expect(checkCycles(files({ 'a.ts': "import { b } from './b.ts'\n", 'b.ts': "import { type A } from './a.ts'\n" }))).toEqual([])
  })
})

describe('files', () => {
  test('too long ones are named; tests may be longer, and generated ones are free', () => {
    const text = (lines: number) => 'x\n'.repeat(lines)
    const sources = files({
      'a.ts': text(401),
      'a.test.ts': text(401),
      'b.test.ts': text(601),
      'c.gen.ts': text(5_000),
      ...Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`d${index}.ts`, 'x\n'])),
    })
    expect(checkFiles([], sources)).toEqual([expect.stringContaining('a.ts: 401'), expect.stringContaining('b.test.ts: 601')])
  })

  test('folders with more than 20 are named', () => {
    const paths = Array.from({ length: 21 }, (_, index) => `x/f${index}.ts`)
    expect(checkFiles(paths, [])).toEqual(['x: 21 files, and 20 is the limit'])
    const series = Array.from({ length: 21 }, (_, index) => `x/${String(index).padStart(3, '0')}-a.md`)
    expect(checkFiles(series, [])).toEqual([])
  })

  test.for(['a/utils.ts', 'a/string-helpers.ts', 'common/x.ts', 'a/GridV2.tsx', 'a/TableNew.tsx', 'a/misc/x.ts'])('%s says nothing', (path) => {
    expect(checkFiles([path], [])).toHaveLength(1)
  })

  test.for(['a/new.ts', 'routes/sql.new.tsx', 'a/new-project-form.tsx', 'a/renewal.ts'])('%s is a fine name', (path) => {
    expect(checkFiles([path], [])).toEqual([])
  })

  test('a file that only re-exports is a barrel, but for a package’s root', () => {
    const text = "export * from './a.ts'\nexport { b } from './b.ts'\n"
    expect(checkBarrels(files({ 'packages/x/src/index.ts': text, 'packages/x/src/deep/index.ts': text }))).toEqual([
      expect.stringContaining('deep/index.ts'),
    ])
  })
})

describe('texts', () => {
  test('the environment is read in main.ts only', () => {
    const text = 'const port = process.env.PORT\n'
    expect(
      checkEnvironment(files({ 'apps/server/src/main.ts': text, 'apps/dashboard/src/features/x/y.ts': text, 'packages/pg/src/x.ts': text })),
    ).toEqual([expect.stringContaining('packages/pg/src/x.ts')])
  })

  test('URLs of the dashboard are written in paths.ts only', () => {
    const sources = files({
      'apps/dashboard/src/paths.ts': 'const a = `/project/${ref}`\n',
      'apps/dashboard/src/routes/a.tsx': "export const Route = createFileRoute('/project/$ref')({})\n",
      'apps/dashboard/src/features/x/a.tsx': 'const to = `/project/${ref}/editor`\n',
    })
    expect(checkUrls(sources)).toEqual([expect.stringContaining('features/x/a.tsx')])
  })
})

test('text becomes SQL as it stands only where that is said', () => {
  const text = "export const x = userAuthored('expression', y)\n"
  expect(checkRawSql(files({ 'packages/pg-meta/src/catalog/authored.ts': text, 'packages/pg-meta/src/x/x.ts': text }))).toEqual([
    expect.stringContaining('packages/pg-meta/src/x/x.ts'),
  ])
})

test("the superuser's connection gets no text that is not ours", () => {
  const found = (text: string) =>
    checkSuperuser(files({ 'services/platform/src/x.ts': `withClient(targetOf(endpoint, 'administrator'), work)\n${text}\n` }))
  expect(found("client.query('select 1'); client.query(`select 2`); db.run(sql`select ${a}`)")).toEqual([])
  for (const sent of ['client.query(`select ${name}`)', 'client.query(text)', "userAuthored('statement', text)", 'executeBatch(client, all)']) {
    expect(found(sent)).toHaveLength(1)
  }
})

test('modules stand in no cycle, not even one of types', () => {
  const at = (noun: string) => `services/platform/src/modules/lights/${noun}`
  const oneWay = { [`${at('lamps')}/store.ts`]: "import type { Wire } from '../wires/store.ts'\n", [`${at('wires')}/store.ts`]: 'x\n' }
  expect(checkFolderCycles(files(oneWay))).toEqual([])
  const round = { ...oneWay, [`${at('wires')}/service.ts`]: "import type { Lamp } from '../lamps/store.ts'\n" }
  expect(checkFolderCycles(files(round))).toEqual([expect.stringContaining('wires/service.ts')])
  const upward = {
    'services/platform/src/kernel/x.ts': `import { y } from '../modules/lights/lamps/y.ts'\n`,
    [`${at('lamps')}/y.ts`]: "import { x } from '../../../kernel/x.ts'\n",
  }
  expect(checkFolderCycles(files(upward))).toHaveLength(1)
})

test('a module and its contract need each other, in rooms of the same name', () => {
  const sources = files({
    'services/platform/src/modules/lights/lamps/routes.ts': 'x\n',
    'packages/contracts/src/lamps.ts': 'x\n',
    'packages/contracts/src/seats/chairs.ts': "export const chairs = resource('/platform/chairs', {})\n",
    'packages/contracts/src/seats/stools.ts': "export const stools = resource('/v1/stools', {})\n",
  })
  expect(checkModules(sources)).toHaveLength(3)
})

test('a route of the specification has a file or is still to come, never both', () => {
  const [toCome = ''] = routesToCome
  const problems = checkRoutes(files({ 'apps/dashboard/src/routes/_auth/x.tsx': `export const Route = createFileRoute('/_auth${toCome}')({})\n` }))
  expect(problems).toContain(`${toCome}: has a file; take it off the list of routes to come`)
  expect(problems).toContain('/sign-in: a route of the specification without a file')
  expect(specRoutes.filter((route) => routesToCome.includes(route))).toEqual([])
})

test('a section of the specification that is cited has a heading', () => {
  const specification = '# Specification\n\n## 1. Product\n\n### 3. Deeper\n\n## 2. Pages\n\n3. a list\n\n## 7. Calls\n'
  const check = (text: string) => checkSpecification(specification, [{ path: 'a.ts', text }])
  expect(check('/** As spec §1 and §2 say (spec §1, §2). */')).toEqual([])
  expect(check('/** spec §3, and RFC 9110 §15 */')).toEqual(['a.ts: spec §3 is no section of docs/specification.md'])
  const deeper = '§2.4'
  expect(check(`// spec §2, §7; spec ${deeper}`)).toHaveLength(1)
  expect(checkSpecification('', [{ path: 'docs/specification.md', text: 'spec §4' }])).toEqual([])
})

describe('dependencies', () => {
  const declared = { dependencies: { pg: '8.0.0', '@colonnade/core': '0.1.0' }, devDependencies: { '@types/geojson': '1.0.0' } }
  const check = (changes: Partial<typeof declared>, texts: Readonly<Record<string, string>>) =>
    checkDependencies(
      [{ root: 'packages/x', name: '@colonnade/x', ...declared, ...changes }],
      files(Object.fromEntries(Object.entries(texts).map(([path, text]) => [`packages/x/src/${path}`, text]))),
    )
  const core = "import { a } from '@colonnade/core'\n"

  test('what the product imports is declared, and what only tests import need not be', () => {
    expect(
      check(
        {},
        {
          'a.ts': `${core}import { b } from 'pg/lib/b'\nimport type { C } from 'geojson'\nimport { d } from 'node:fs'\nimport { e } from './e.ts'\n`,
          'a.test.ts': "import { f } from 'vitest'\n",
          'testing.ts': "import { g } from 'fast-check'\n",
        },
      ),
    ).toEqual([])
    expect(check({}, { 'a.ts': `${core}import { z } from 'zod'\nimport { g } from 'geojson'\n` })).toEqual([
      'packages/x/package.json: zod is imported, and no dependency',
      'packages/x/package.json: geojson is imported, and no dependency',
    ])
  })

  test('nothing is declared twice, for tests as if the product needed it, or without need', () => {
    expect(check({ devDependencies: { '@types/geojson': '1.0.0', pg: '7.0.0' } as never }, { 'a.ts': core })).toEqual([
      'packages/x/package.json: pg stands twice',
    ])
    for (const path of ['a.test.ts', 'testing.ts', 'testing/a.ts', 'testing-stream.ts']) {
      expect(check({}, { [path]: core })).toEqual(['packages/x/package.json: no code of the product imports @colonnade/core'])
    }
    expect(check({ devDependencies: { '@colonnade/sql': '0.1.0' } as never }, { 'a.ts': core })).toEqual([
      'packages/x/package.json: nothing imports @colonnade/sql',
    ])
  })
})

test('a file that a document cites exists', () => {
  const text = 'As `packages/pg/src/a.ts` and `packages/pg/src/b.ts` show, never `a.ts`.'
  expect(checkCitedFiles({ path: 'STYLE.md', text }, ['packages/pg/src/a.ts'])).toEqual(['STYLE.md: there is no packages/pg/src/b.ts'])
})

describe('tests in browsers', () => {
  const check = (text: string, path = 'e2e/a.e2e.ts') => checkPageReads(files({ [path]: text }))

  test.for([
    "expect(await page.getByRole('option', { name: ':)' }).count()).toBe(5)",
    'expect(\n  await field\n    .inputValue(),\n).toBe(5)',
    'expect((await sheet.boundingBox())!.width).toBe(288)',
    "expect(await page.evaluate<string>('document.title')).toBe('x')",
    "expect(new URL(page.url()).search).toBe('')",
    'const names = () => page.locator("a").allTextContents()\nexpect(await names()).toEqual([])',
    'async function shown(page: Page) {\n  return (await page.locator("a").count()) > 0\n}\nexpect(await shown(page)).toBe(true)',
    'const { x, width } = (await overlay.boundingBox())!\nexpect(x + width).toBe(390)\n',
    'const focusOf = (page: Page) =>\n  page.evaluate<Focus>(script)\nconst focus = await focusOf(page)\nexpect(focus, "seen").toBe(1)',
    'await page.waitForTimeout(500)',
    'const begun = performance.now()',
    'expect(Date.now() - begun).toBeLessThan(1_000)',
  ])('%s is refused', (text) => {
    expect(check(text)).toHaveLength(1)
    expect(check(text, 'packages/ui/src/a.test.ts')).toEqual([])
  })

  test.for([
    'await expect.poll(() => option.count()).toBe(5)',
    'await expect.poll(async () => (await sheet.boundingBox())!.width).toBe(288)',
    'expect(await dashboard.api.feedback.list()).toEqual([])',
    'const unread = async () => (await api.notifications.summary()).unread_count\nexpect(await unread()).toBe(1)',
    'const box = (await handle.boundingBox())!\nawait page.mouse.move(box.x, box.y)\nexpect(calls).toEqual([])',
    'await page.clock.pauseAt(new Date(Date.now() + 60_000))',
  ])('%s is fine', (text) => {
    expect(check(text)).toEqual([])
  })
})
