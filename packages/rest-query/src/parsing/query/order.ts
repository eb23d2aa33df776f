import type { OrderTerm } from '../../request.ts'
import { Char, Scanner } from './scanner.ts'

/** The terms of `order=`. */
export function readOrder(text: string): readonly OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  do {
    scanner.skipBlanks()
    terms.push(readTerm(scanner))
    scanner.skipBlanks()
  } while (scanner.takes(Char.comma))
  if (!scanner.isAtEnd) scanner.fail()
  return terms
}

function readTerm(scanner: Scanner): OrderTerm {
  const name = scanner.name()
  if (!scanner.takes(Char.open)) {
    const path = { column: name, steps: scanner.steps() }
    return { path, relation: null, ...readDirection(scanner) }
  }
  scanner.skipBlanks()
  const path = scanner.path()
  scanner.skipBlanks()
  scanner.expect(Char.close)
  return { path, relation: name, ...readDirection(scanner) }
}

function readDirection(scanner: Scanner): Pick<OrderTerm, 'direction' | 'nulls'> {
  scanner.skipBlanks()
  const direction = scanner.takesWord('.asc') ? 'asc' : scanner.takesWord('.desc') ? 'desc' : null
  const nulls = scanner.takesWord('.nullsfirst') ? 'first' : scanner.takesWord('.nullslast') ? 'last' : null
  return { direction, nulls }
}

/** Names with commas between them: `columns=` and `on_conflict=`. */
export function readNames(text: string, production: 'columns' | 'on_conflict'): readonly string[] {
  const scanner = new Scanner(text, production)
  const names = new Set<string>()
  do {
    scanner.skipBlanks()
    names.add(scanner.name())
    scanner.skipBlanks()
  } while (scanner.takes(Char.comma))
  if (!scanner.isAtEnd) scanner.fail()
  return [...names]
}
