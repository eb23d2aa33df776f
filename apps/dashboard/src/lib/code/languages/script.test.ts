import { getIndentation } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { classHighlighter, highlightTree } from '@lezer/highlight'
import { describe, expect, test } from 'vitest'
import { jsonLanguage, typescriptLanguage } from './script.ts'

/** What is colored in a text, as `word:style`. */
function colored(text: string, language = typescriptLanguage): string[] {
  const found: string[] = []
  highlightTree(language.parser.parse(text), classHighlighter, (from, to, classes) =>
    found.push(`${text.slice(from, to)}:${classes.replaceAll('tok-', '')}`),
  )
  return found
}

describe('TypeScript', () => {
  test('keywords, types, constants, numbers and strings have their colors', () => {
    expect(colored("const limit: number = 1_000n // most\nreturn new Map() ?? null || 'it\\'s'")).toEqual([
      'const:keyword',
      'limit:variableName',
      'number:typeName',
      '1_000n:number',
      '// most:comment',
      'return:keyword',
      'new:keyword',
      'Map:typeName',
      'null:keyword',
      "'it\\'s':string",
    ])
  })

  test('comments and templates go on over lines', () => {
    expect(colored('/* a\nb */ x')).toEqual(['/* a:comment', 'b */:comment', 'x:variableName'])
    expect(colored('`a ${f({ b: 1 })} c\nd` e')).toEqual([
      '`a ${:string',
      'f:variableName',
      'b:variableName',
      '1:number',
      '} c:string',
      'd`:string',
      'e:variableName',
    ])
  })

  test('a slash is a regular expression only where a value is expected', () => {
    expect(colored('a / b / c')).toEqual(['a:variableName', 'b:variableName', 'c:variableName'])
    expect(colored('return /[/"]+/g')).toEqual(['return:keyword', '/[/"]+/g:string'])
  })

  test('what is not finished takes no other line with it', () => {
    expect(colored("'open\nconst")).toEqual(["'open:string", 'const:keyword'])
    expect(colored('}} )')).toEqual([])
  })

  test('lines are indented by the brackets before them', () => {
    const state = EditorState.create({ doc: 'if (a) {\n\n}\n', extensions: [typescriptLanguage] })
    expect([9, 10].map((at) => getIndentation(state, at))).toEqual([2, 0])
  })
})

test('keys of JSON differ from its values', () => {
  expect(colored('{ "a": ["b", true, null, -1.5e3] }', jsonLanguage)).toEqual([
    '"a":propertyName',
    '"b":string',
    'true:bool',
    'null:keyword',
    '1.5e3:number',
  ])
})
