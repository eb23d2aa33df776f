import type { OrderTerm } from '../../request.ts'
import { Char, Scanner } from './scanner.ts'

/** Reads `order=`. */
export function readOrder(text: string): readonly OrderTerm[] {
  const scanner = new Scanner(text, 'order')
  const terms: OrderTerm[] = []
  for (;;) {
    scanner.skipBlanks()
    terms.push(readTerm(scanner))
    scanner.skipBlanks()
    if (scanner.isAtEnd) return terms
    if (scanner.code() === Char.comma) scanner.begin('further terms')
    scanner.expect(Char.comma)
  }
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

/** Reads the comma-separated names of `columns=` and `on_conflict=`. */
export function readNames(text: string, production: 'columns' | 'on_conflict'): readonly string[] {
  const scanner = new Scanner(text, production)
  const names = new Set<string>()
  for (;;) {
    names.add(scanner.name())
    scanner.skipBlanks()
    if (scanner.isAtEnd) return [...names]
    if (scanner.code() === Char.comma) scanner.begin('further names')
    scanner.expect(Char.comma)
    scanner.skipBlanks()
  }
}
