import { expect, test } from 'vitest'
import { problemOfSource } from './function-source.ts'

const problem = (paths: readonly string[], entrypoint = 'index.ts', importMap: string | null = null) =>
  problemOfSource({ files: paths.map((path) => ({ path, bytes: 1 })), entrypoint, importMap })

test('a plain source has no problem', () => {
  expect(problem(['index.ts', 'supabase/functions/_shared/a.ts', 'deno.json'], 'index.ts', 'deno.json')).toBeNull()
})

test.each([
  [[], 'index.ts', 'Send at least one file.'],
  [['a.ts'], '', 'Set entrypoint_path to the file to run.'],
  [['a.ts'], 'index.ts', 'The entrypoint "index.ts" is not among the files.'],
  [['a.txt'], 'a.txt', 'The entrypoint must be a TypeScript or JavaScript file: "a.txt".'],
  [['index.ts', '../a.ts'], 'index.ts', 'File names can\'t point outside of the project\'s folder: "../a.ts".'],
  [['index.ts', 'a/../../b.ts'], 'index.ts', 'File names can\'t point outside of the project\'s folder: "a/../../b.ts".'],
  [['/etc/passwd'], 'index.ts', 'Use file names relative to the project\'s folder: "/etc/passwd".'],
  [['C:/a.ts'], 'index.ts', 'Use file names relative to the project\'s folder: "C:/a.ts".'],
  [['a\0.ts'], 'index.ts', 'Remove NUL characters from file names: "a\\u0000.ts".'],
  [['a\n.ts'], 'index.ts', 'Remove control characters from file names: "a\\n.ts".'],
  [['a\\b.ts'], 'index.ts', 'Separate folders with slashes: "a\\\\b.ts".'],
  [['a//b.ts'], 'index.ts', 'Remove empty and "." segments from file names: "a//b.ts".'],
  [['a/'.repeat(31) + 'b.ts'], 'index.ts', `Nest folders at most 30 levels deep: "${'a/'.repeat(31)}b.ts".`],
  [['index.ts', 'index.ts'], 'index.ts', 'Two files have the name "index.ts".'],
  [['a', 'a/b.ts'], 'a/b.ts', '"a" is a file and a folder.'],
  [Array.from({ length: 2_000 }, (_, index) => `${index}.ts`), '0.ts', 'A function can have at most 1,000 files. This one has 2,000.'],
])('%j with %s', (paths, entrypoint, message) => {
  expect(problem(paths, entrypoint)).toMatchObject({ message })
})
