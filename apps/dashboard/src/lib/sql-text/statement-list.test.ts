import { expect, test } from 'vitest'
import { StatementList } from './statement-list.ts'
import { statementRanges } from './statement-ranges.ts'

/** After every change of a text, reading only what changed gives what reading everything gives. */
test('a change is read where it is, and comes to the same', () => {
  const pieces = [
    "'",
    '$$',
    ';',
    '\n',
    '/*',
    '*/',
    'select 1;',
    '"',
    '\\d\n',
    'x',
    ' ',
    '--',
    'begin atomic ',
    'end;',
    '(',
    ')',
    'copy t from stdin;\n',
    '\\.\n',
  ]
  let random = 7
  const pick = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((random / 2_147_483_648) * below)
  }
  let text = 'select 1;\nselect 2;\nupdate t set a = 1;\n'
  const source = () => ({ length: text.length, read: (from: number, to: number) => text.slice(from, to) })
  let list = StatementList.of(source())
  for (let turn = 0; turn < 3_000; turn += 1) {
    const fromA = pick(text.length + 1)
    const toA = Math.min(text.length, fromA + (text.length > 400 ? pick(80) : pick(3)))
    const insert = pieces[pick(pieces.length)]!
    text = text.slice(0, fromA) + insert + text.slice(toA)
    list = list.changed(source(), { fromA, toA, fromB: fromA, toB: fromA + insert.length })
    expect(list.slice()).toEqual(statementRanges(text))
    expect(list.at(list.length)).toBeUndefined()
  }
})
