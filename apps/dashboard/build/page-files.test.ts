import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileFor, sectionOf, sectionsOf } from './page-code.ts'
import { type BuiltFile, mostScripts, pageFiles, routeFile } from './page-files.ts'

const source = join(import.meta.dirname, '../src')
const file = (fileName: string, change: Partial<BuiltFile> = {}): BuiltFile => ({
  fileName: `${fileName}.js`,
  isEntry: false,
  imports: [],
  moduleIds: [],
  ...change,
})
const project = '/src/routes/project/$ref'

describe('the files of pages', () => {
  test('are known for every address of the router', async () => {
    const tree = await readFile(join(source, 'route-tree.gen.ts'), 'utf8')
    const [, list = ''] = /interface FileRoutesByTo \{(.*?)\}/s.exec(tree) ?? []
    const addresses = Array.from(list.matchAll(/'(\/.*?)'/g), ([, path]) => path!)
    const ids = await Array.fromAsync(glob('routes/**/*.tsx', { cwd: source }))
    const built = file('all', { isEntry: true, moduleIds: ids.map((id) => join(source, id)) })
    const pages = pageFiles(
      ids.map((id) => join(source, id)),
      [built],
    )
    expect(addresses.length).toBeGreaterThan(50)
    expect(new Set(pages.map(({ path }) => path))).toEqual(new Set(addresses))
  })

  test('are those of the route, its layouts and their imports, without those of the entry', () => {
    const built = [
      file('main', { isEntry: true, imports: ['base.js'], moduleIds: [`${project}/sql.tsx`] }),
      file('base'),
      file('shell', { imports: ['base.js'], viteMetadata: { importedCss: new Set(['shell.css']) } }),
      file('layout', { imports: ['shell.js'], moduleIds: [`${project}/route.tsx?tsr-split=component`] }),
      file('sql', { imports: ['main.js', 'shell.js'], moduleIds: [`${project}/sql.tsx?tsr-split=component`] }),
      file('snippet', { moduleIds: [`${project}/sql.$id.tsx?tsr-split=component`] }),
      file('loader', { moduleIds: [`${project}/sql.$id.tsx?tsr-split=loader`] }),
      file('other', { moduleIds: ['/src/routes/projects.tsx'] }),
    ]
    const ids = ['route', 'sql', 'sql.$id'].map((name) => `${project}/${name}.tsx`)
    expect(pageFiles(['/src/routes/__root.tsx', ...ids], built)).toEqual([
      { path: '/project/$ref', scripts: ['layout.js', 'shell.js'], styles: ['shell.css'] },
      { path: '/project/$ref/sql', scripts: ['layout.js', 'sql.js', 'shell.js'], styles: ['shell.css'] },
      { path: '/project/$ref/sql/$id', scripts: ['layout.js', 'sql.js', 'snippet.js', 'loader.js', 'shell.js'], styles: ['shell.css'] },
    ])
  })

  test('fail the build when a route has none or too many', () => {
    const id = '/src/routes/projects.tsx'
    expect(() => pageFiles([id], [])).toThrow('No file of the build has the code of /projects')
    const parts = Array.from({ length: mostScripts }, (_, at) => file(`part-${at}`))
    const page = file('page', { moduleIds: [id], imports: parts.map(({ fileName }) => fileName) })
    expect(() => pageFiles([id], [page, ...parts])).toThrow(`more than ${mostScripts}`)
  })

  test.for([
    ['project/$ref/index.tsx', '/project/$ref'],
    ['project/$ref/sql.$id.tsx', '/project/$ref/sql/$id'],
    ['sign-in/with.$provider.tsx', '/sign-in/with/$provider'],
    ['index.tsx', '/'],
  ])('%s is %s', ([place, path]) => {
    expect(routeFile(`/src/routes/${place}`)?.path).toBe(path)
  })
})

describe('the file of a module', () => {
  test.for([
    [['project/$ref/editor'], 'editor'],
    [['org'], 'org'],
    [['project/$ref/editor', 'project/$ref/sql'], 'rows'],
    [['project/$ref/editor', 'project/$ref/database'], 'tools'],
    [['project/$ref/index'], 'index'],
    [['project/$ref/index', 'project/$ref/settings'], 'shell'],
    [['project/$ref/route', 'project/$ref/index'], 'shell'],
    [['org', 'project/$ref/settings'], 'shell'],
    [[], null],
  ] as const)('that %j use is %s', ([sections, name]) => {
    expect(fileFor(new Set(sections))).toBe(name)
  })

  test('depends on the sections that import it at once', () => {
    const imports: Readonly<Record<string, readonly string[]>> = {
      [`${project}/sql.tsx?tsr-split=component`]: ['/src/lib/a.ts', '/packages/ui/src/index.ts'],
      [`${project}/editor.tsx?tsr-split=loader`]: ['/src/lib/b.ts'],
      '/src/lib/a.ts': ['/src/lib/b.ts'],
      '/packages/ui/src/index.ts': ['/packages/ui/src/button.tsx'],
    }
    const found = sectionsOf({ getModuleIds: () => Object.keys(imports), getModuleInfo: (id) => ({ importedIds: imports[id] ?? [] }) })
    expect(found.get('/src/lib/a.ts')).toEqual(new Set(['project/$ref/sql']))
    expect(found.get('/src/lib/b.ts')).toEqual(new Set(['project/$ref/sql', 'project/$ref/editor']))
    expect(found.has('/packages/ui/src/button.tsx')).toBe(false)
    expect(sectionOf('/src/features/sql-editor/page.tsx')).toBeNull()
  })
})
