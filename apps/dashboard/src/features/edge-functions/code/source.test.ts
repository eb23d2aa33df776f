import { describe, expect, test } from 'vitest'
import {
  changesOf,
  contentOf,
  fileOf,
  fileRows,
  type FunctionSource,
  isSameSource,
  problemOfNewPath,
  staticPatternsOf,
  withFile,
  withoutFile,
  withRenamed,
} from './source.ts'

const source: FunctionSource = {
  files: [
    { path: 'deno.json', content: '{}' },
    { path: 'index.ts', content: 'Deno.serve(() => new Response())' },
    { path: 'lib/a.ts', content: 'export {}' },
  ],
  entrypoint: 'index.ts',
  importMap: 'deno.json',
  staticPatterns: [],
}

describe('a source', () => {
  test('takes files, and knows what has changed', () => {
    const draft = withoutFile(withFile(withFile(source, { path: 'index.ts', content: '1' }), { path: 'page.html', content: '<p>' }), 'lib/a.ts')
    expect([...changesOf(source, draft)]).toEqual([
      ['index.ts', 'changed'],
      ['page.html', 'added'],
      ['lib/a.ts', 'deleted'],
    ])
    expect(isSameSource(source, draft)).toBe(false)
    expect(isSameSource(source, withFile(source, { path: 'lib/a.ts', content: 'export {}' }))).toBe(true)
  })

  test('keeps its entry point and configuration when they are renamed, and loses a configuration that is deleted', () => {
    const renamed = withRenamed(withRenamed(source, 'index.ts', 'src/main.ts'), 'deno.json', 'deno.jsonc')
    expect(renamed).toMatchObject({ entrypoint: 'src/main.ts', importMap: 'deno.jsonc' })
    expect(fileOf(renamed, 'index.ts')).toBeUndefined()
    expect(withoutFile(source, 'deno.json').importMap).toBeNull()
  })

  test('refuses paths that it has, that lead out, and a file where a folder is', () => {
    expect(problemOfNewPath(source, 'b.ts')).toBeNull()
    for (const path of ['index.ts', '', '../b.ts', '/b.ts', 'lib', 'index.ts/b.ts']) expect(problemOfNewPath(source, path)).not.toBeNull()
    expect(problemOfNewPath(source, 'INDEX.ts', 'index.ts')).toBeNull()
    // the entry point must be code
    expect(problemOfNewPath(source, 'index.txt', 'index.ts')).not.toBeNull()
  })

  test('has the files that are not code read at run time', () => {
    const more = ['a.html', 'b/c.html', 'LICENSE', 'data.json', 'what[1]'].reduce((all, path) => withFile(all, { path, content: '' }), source)
    expect(staticPatternsOf({ ...more, staticPatterns: ['x/*.txt'] })).toEqual(['x/*.txt', '**/*.html', '**/*.json', 'LICENSE', 'what?1?'])
  })

  test('is text where its bytes are', () => {
    expect(contentOf(new TextEncoder().encode('é'))).toBe('é')
    expect(contentOf(new Uint8Array([0xff, 0xfe]))).toBeInstanceOf(Uint8Array)
    expect(contentOf(new Uint8Array([65, 0]))).toBeInstanceOf(Uint8Array)
  })
})

test('files are listed below their folders', () => {
  const rows = fileRows(['supabase/functions/hello/index.ts', 'supabase/functions/hello/a/b.ts', 'supabase/functions/_shared/c.ts', 'z.ts'])
  expect(rows.map(({ kind, name, level }) => `${'  '.repeat(level - 1)}${name}${kind === 'folder' ? '/' : ''}`)).toEqual([
    'supabase/functions/',
    '  _shared/',
    '    c.ts',
    '  hello/',
    '    a/',
    '      b.ts',
    '    index.ts',
    'z.ts',
  ])
})
