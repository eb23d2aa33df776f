import type { Condition, Operation, Query } from '../../request.ts'
import { slotMark, type Draft } from '../draft.ts'
import { maxDepth, tooDeep } from '../refusals/limits.ts'
import { isValues, operators, type Operator } from './operators.ts'
import { Char, Scanner } from './scanner.ts'
import { readLogicPath, type TreePath } from './tree-path.ts'
import { readList, readLogicValue } from './values.ts'

/** Reads a parameter such as `age=gte.18`; null for a value without an operator that may be a function's argument. */
export function readFilter({ at, path }: TreePath, text: string, draft: Draft, mayBeArgument: boolean): Query['filters'][number] | null {
  const scanner = new Scanner(text, mayBeArgument ? 'argument' : 'filter')
  const isNegated = scanner.takesWord('not.')
  const head = readHead(scanner)
  if (head === null) return mayBeArgument && !isNegated ? null : scanner.fail()
  draft.countCondition()
  const place = new Place(scanner, draft)
  const operation = readOperation(scanner, head, place, false)
  place.end()
  return { at, condition: { kind: 'filter', path, isNegated, operation } }
}

/** Reads a parameter such as `or=(age.lt.18,age.gt.65)`. */
export function readLogic(key: string, text: string, draft: Draft): Query['filters'][number] {
  const { at, isNegated, kind } = readLogicPath(key)
  const scanner = new Scanner((isNegated ? 'not.' : '') + kind + text, 'logic tree', text)
  scanner.position = scanner.text.length - text.length
  const place = new Place(scanner, draft)
  const conditions = readGroup(scanner, draft, place, 1)
  scanner.expectEnd()
  place.end()
  return { at, condition: { kind, isNegated, conditions } }
}

/** Copies the text of a parameter to the key, except for its values. */
class Place {
  readonly #scanner: Scanner
  readonly #draft: Draft
  #from: number

  constructor(scanner: Scanner, draft: Draft) {
    this.#scanner = scanner
    this.#draft = draft
    this.#from = scanner.production === 'logic tree' ? scanner.position : 0
  }

  /** Allocates a slot for the value read since `start`. */
  slot(value: string | readonly string[], start: number): number {
    this.#draft.shape += this.#scanner.text.slice(this.#from, start) + slotMark
    this.#from = this.#scanner.position
    return this.#draft.slot(value)
  }

  end(): void {
    this.#draft.shape += this.#scanner.text.slice(this.#from)
  }
}

function readGroup(scanner: Scanner, draft: Draft, place: Place, depth: number): readonly Condition[] {
  if (depth > maxDepth) throw tooDeep('conditions')
  const conditions: Condition[] = []
  scanner.skipBlanks()
  scanner.expect(Char.open)
  do {
    scanner.skipBlanks()
    conditions.push(readCondition(scanner, draft, place, depth))
    scanner.skipBlanks()
  } while (scanner.takes(Char.comma))
  scanner.expect(Char.close)
  return conditions
}

function readCondition(scanner: Scanner, draft: Draft, place: Place, depth: number): Condition {
  const kind = groupAhead(scanner)
  if (kind !== null) {
    const isNegated = scanner.takesWord('not.')
    scanner.position += kind.length
    const conditions = readGroup(scanner, draft, place, depth + 1)
    return { kind, isNegated, conditions }
  }
  draft.countCondition()
  const path = scanner.path()
  scanner.skipBlanks()
  scanner.expect(Char.dot)
  const isNegated = scanner.takesWord('not.')
  const head = readHead(scanner) ?? scanner.fail()
  return { kind: 'filter', path, isNegated, operation: readOperation(scanner, head, place, true) }
}

/** Returns which group begins here; null for a column, which may itself be called `and`. */
function groupAhead({ text, position }: Scanner): 'and' | 'or' | null {
  const start = text.startsWith('not.', position) ? position + 4 : position
  const kind = text.startsWith('and', start) ? 'and' : text.startsWith('or', start) ? 'or' : null
  if (kind === null) return null
  let end = start + kind.length
  while (text.charCodeAt(end) === Char.space || text.charCodeAt(end) === Char.tab) end += 1
  return text.charCodeAt(end) === Char.open ? kind : null
}

interface Head {
  readonly operator: Operator
  /** A quantifier, or the language of a search. */
  readonly extra: string | null
}

const heads = new Map([...operators].map(([name, operator]): [string, Head] => [name, { operator, extra: null }]))

/** Reads an operator with its dot; null if there is none. */
function readHead(scanner: Scanner): Head | null {
  const { text, position } = scanner
  let end = position
  while (isLetter(text.charCodeAt(end))) end += 1
  const head = heads.get(text.slice(position, end))
  if (head === undefined) return null
  if (text.charCodeAt(end) === Char.dot) {
    scanner.position = end + 1
    return head
  }
  if (text.charCodeAt(end) !== Char.open) return null
  scanner.position = end + 1
  const extra = readExtra(scanner, head.operator)
  if (extra !== null && scanner.takesWord(').')) return { operator: head.operator, extra }
  scanner.position = position
  return null
}

function readExtra(scanner: Scanner, operator: Operator): string | null {
  if (operator.kind === 'search') return scanner.word()
  if (operator.kind !== 'comparison' || !operator.isQuantifiable) return null
  return scanner.takesWord('any') ? 'any' : scanner.takesWord('all') ? 'all' : null
}

function readOperation(scanner: Scanner, { operator, extra }: Head, place: Place, isInLogic: boolean): Operation {
  const start = scanner.position
  switch (operator.kind) {
    case 'is':
      return { kind: 'is', value: readIsValue(scanner, isInLogic) }
    case 'in': {
      const list = readList(scanner)
      const slot = place.slot(list, start)
      if (!isInLogic) scanner.expectEnd()
      return { kind: 'in', value: slot }
    }
    case 'isdistinct':
      return { kind: 'isdistinct', value: place.slot(readValue(scanner, isInLogic), start) }
    case 'search':
      return { kind: 'search', operator: operator.operator, language: extra, value: place.slot(readValue(scanner, isInLogic), start) }
    case 'comparison': {
      const value = readValue(scanner, isInLogic)
      const slot = place.slot(operator.isPattern ? value.replaceAll('*', '%') : value, start)
      return { kind: 'comparison', operator: operator.operator, quantifier: extra as 'any' | 'all' | null, value: slot }
    }
  }
}

function readValue(scanner: Scanner, isInLogic: boolean): string {
  if (isInLogic) return readLogicValue(scanner)
  const value = scanner.text.slice(scanner.position)
  scanner.position = scanner.text.length
  return value
}

function readIsValue(scanner: Scanner, isInLogic: boolean): (typeof isValues)[number] {
  const { text, position } = scanner
  const value = isValues.find((word) => text.slice(position, position + word.length).toLowerCase() === word) ?? scanner.fail()
  scanner.position += value.length
  if (!isInLogic) scanner.expectEnd()
  return value
}

function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}
