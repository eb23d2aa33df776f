import type { Path } from '../../request.ts'
import { maxDepth, tooDeep } from '../refusals/limits.ts'
import { Char, Scanner } from './scanner.ts'

/** The outermost level. */
export const topLevel: readonly string[] = []

/** A parameter's name: embedded relations from the outside in, then a column or a word such as `order`. */
export interface TreePath {
  readonly at: readonly string[]
  readonly path: Path
}

export function readTreePath(key: string): TreePath {
  const scanner = new Scanner(key, 'tree path')
  let column = scanner.name()
  let at = topLevel
  while (scanner.takes(Char.dot)) {
    at = at === topLevel ? [column] : [...at, column]
    if (at.length > maxDepth) throw tooDeep('resources')
    column = scanner.name()
  }
  const steps = scanner.steps()
  if (!scanner.isAtEnd) scanner.fail()
  return { at, path: { column, steps } }
}

/** Reads a parameter's name that ends in `and` or `or`. A bare `not` in it negates, and names no relation. */
export function readLogicPath(key: string): { readonly at: readonly string[]; readonly isNegated: boolean; readonly kind: 'and' | 'or' } {
  const scanner = new Scanner(key, 'logic path')
  const at: string[] = []
  let isNegated = false
  for (;;) {
    const isQuoted = scanner.code() === Char.quote
    const name = scanner.name()
    if (!scanner.takes(Char.dot)) {
      if (!scanner.isAtEnd || (name !== 'and' && name !== 'or')) return scanner.fail()
      return { at: at.length === 0 ? topLevel : at, isNegated, kind: name }
    }
    if (name === 'not' && !isQuoted) isNegated = true
    else at.push(name)
    if (at.length > maxDepth) throw tooDeep('resources')
  }
}
