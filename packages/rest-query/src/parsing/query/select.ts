import type { AggregateFunction, SelectItem } from '../../request.ts'
import type { Draft } from '../draft.ts'
import { maxDepth, tooDeep } from '../refusals/limits.ts'
import { Char, Scanner } from './scanner.ts'

const all: SelectItem = { kind: 'all' }
export const everything: readonly SelectItem[] = [all]

const aggregates: readonly AggregateFunction[] = ['sum', 'avg', 'count', 'max', 'min']

/** Reads `select=`; an empty one selects nothing. */
export function readSelect(text: string, draft: Draft): readonly SelectItem[] {
  if (text === '*') return everything
  if (text === '') return []
  const scanner = new Scanner(text, 'select')
  const items = readItems(scanner, draft, 0)
  scanner.expectEnd()
  return items
}

function readItems(scanner: Scanner, draft: Draft, depth: number): readonly SelectItem[] {
  const items: SelectItem[] = []
  scanner.begin(depth === 0 ? 'items' : 'nested items')
  for (;;) {
    scanner.skipBlanks()
    items.push(readItem(scanner, draft, depth))
    scanner.skipBlanks()
    if (scanner.code() !== Char.comma) return items
    scanner.begin(depth === 0 ? 'further items' : 'further nested items')
    scanner.position += 1
  }
}

function readItem(scanner: Scanner, draft: Draft, depth: number): SelectItem {
  if (scanner.takes(Char.star)) {
    if (!isAtItemEnd(scanner)) scanner.fail()
    return all
  }
  if (scanner.takesWord('...')) {
    const target = scanner.name()
    return readEmbed(scanner, draft, depth, { target, alias: null, isSpread: true })
  }
  let start = scanner.position
  let name = scanner.name()
  let alias: string | null = null
  let mayBeEmbed = true
  if (scanner.code() === Char.colon && scanner.code(1) !== Char.colon) {
    scanner.position += 1
    alias = name
    start = scanner.position
    // a tab may stand before a column, where it is no part of the name
    mayBeEmbed = scanner.code() !== Char.tab
    scanner.skipBlanks()
    name = scanner.name()
  }
  const next = scanner.code()
  if (next === Char.open && scanner.text.startsWith('count()', start)) {
    scanner.position = start + 'count()'.length
    return finish(scanner, { kind: 'count', alias, cast: readCast(scanner) })
  }
  if (mayBeEmbed && (next === Char.open || next === Char.bang)) {
    if (name === 'count' && scanner.text.charCodeAt(start) !== Char.quote) scanner.fail()
    return readEmbed(scanner, draft, depth, { target: name, alias, isSpread: false })
  }
  const steps = scanner.steps()
  scanner.skipBlanks()
  const cast = readCast(scanner)
  const aggregate = readAggregate(scanner)
  return finish(scanner, { kind: 'column', path: { column: name, steps }, alias, cast, aggregate })
}

type Embed = Extract<SelectItem, { kind: 'embed' }>

function readEmbed(scanner: Scanner, draft: Draft, depth: number, start: Pick<Embed, 'target' | 'alias' | 'isSpread'>): Embed {
  let hint: string | null = null
  let join: 'left' | 'inner' | null = null
  for (let count = 0; count < 2 && scanner.takes(Char.bang); count += 1) {
    const isQuoted = scanner.code() === Char.quote
    const word = scanner.name()
    if (!isQuoted && (word === 'left' || word === 'inner')) join ??= word
    else hint ??= word
  }
  scanner.expect(Char.open)
  if (depth === maxDepth) throw tooDeep('resources')
  draft.countEmbed()
  const select = scanner.code() === Char.close ? [] : readItems(scanner, draft, depth + 1)
  scanner.expect(Char.close)
  scanner.begin(depth === 0 ? 'further items' : 'further nested items')
  return { kind: 'embed', target: start.target, alias: start.alias, hint, join: join ?? 'left', isSpread: start.isSpread, select }
}

function readCast(scanner: Scanner): string | null {
  return scanner.takesWord('::') ? (scanner.word() ?? scanner.fail()) : null
}

function readAggregate(scanner: Scanner): Extract<SelectItem, { kind: 'column' }>['aggregate'] {
  if (!scanner.takes(Char.dot)) return null
  for (const name of aggregates) {
    if (scanner.takesWord(`${name}()`)) return { function: name, cast: readCast(scanner) }
  }
  return scanner.fail()
}

function finish(scanner: Scanner, item: SelectItem): SelectItem {
  return isAtItemEnd(scanner) ? item : scanner.fail()
}

function isAtItemEnd(scanner: Scanner): boolean {
  const code = scanner.code()
  return code === Char.comma || code === Char.close || scanner.isAtEnd
}
