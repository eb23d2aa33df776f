import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'

/** A source file of the repository, by its path from the repository's root, with what it imports. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly isTest: boolean
  readonly isGenerated: boolean
  readonly imports: readonly Import[]
}

export interface Import {
  /** As written: './plan.ts', '@colonnade/core', 'pg'. */
  readonly specifier: string
  /** The path of our file when it is a relative one. */
  readonly target: string | null
  /** Gone at run time. */
  readonly isType: boolean
}

/** All files that git tracks or would track. */
export function listFiles(root: string): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  return [...new Set(output.split('\n').filter((path) => path !== ''))]
}

export function readSources(root: string, paths: readonly string[]): SourceFile[] {
  return readMatching(root, paths, /\.(ts|tsx)$/).map(({ path, text }) => readSource(path, text))
}

/** Code and documents, as they are. */
export function readTexts(root: string, paths: readonly string[]): { readonly path: string; readonly text: string }[] {
  return readMatching(root, paths, /\.(ts|tsx|mjs|sql|css|md)$/)
}

function readMatching(root: string, paths: readonly string[], name: RegExp): { path: string; text: string }[] {
  return paths
    .filter((path) => name.test(path))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(join(root, path), 'utf8') }]
      } catch {
        return [] // deleted, but not yet in git
      }
    })
}

export function readSource(path: string, text: string): SourceFile {
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    isTest: /\.(test|e2e|page)\.tsx?$/.test(path),
    isGenerated: /\.gen\.tsx?$/.test(path),
    imports: readImports(path, text),
  }
}

const statement = /^(import|export)\s+(type\s+)?([^'"`;]*?\bfrom\s+)?['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g

function readImports(path: string, text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '')
  const found: Import[] = []
  for (const [, word, type, names, specifier] of code.matchAll(statement)) {
    if (word === 'export' && names === undefined) continue
    found.push(importOf(path, specifier!, type !== undefined || isAllTypes(names ?? '')))
  }
  for (const [, specifier] of code.matchAll(dynamic)) found.push(importOf(path, specifier!, true))
  return found
}

/** `{ type A, type B }` is gone at run time as well. */
function isAllTypes(names: string): boolean {
  const inner = /\{([^}]*)\}/.exec(names)?.[1]
  if (inner === undefined || /^\s*\w+\s*,/.test(names)) return false
  const each = inner
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return each.length > 0 && each.every((name) => name.startsWith('type '))
}

function importOf(path: string, specifier: string, isType: boolean): Import {
  return { specifier, target: specifier.startsWith('.') ? join(dirname(path), specifier) : null, isType }
}
