import { expect, test } from 'vitest'
import { bannedIn } from './banned.ts'
import { proseOfCode, proseOfDocument, type Prose } from './prose.ts'

const phrasesOf = (prose: readonly Prose[]): string[] => prose.flatMap((piece) => bannedIn(piece).map(({ banned }) => banned.phrase))

test('finds ruled-out phrases in strings, templates, JSX and comments, at their lines', () => {
  const code = [
    'import anew from "./by itself.ts"',
    '/** The branch is made anew. */',
    'const title = "It is told by itself"',
    'const label = `${name} can not be read any more`',
    'export const Page = () => <p title="of yours">Meanwhile, wait</p>',
  ].join('\n')

  const found = proseOfCode(code, true).flatMap((piece) => bannedIn(piece).map(({ banned }) => `${piece.line} ${banned.phrase}`))

  expect(found.toSorted()).toEqual(
    ['2 anew', '2 is made', '3 is told', '3 by itself', '4 can not', '4 any more', '5 of yours', '5 meanwhile'].toSorted(),
  )
})

test('leaves names, codes and plain English alone', () => {
  const code = 'const made = { tells: "anew", url: "/a/mend/b", text: "The wall is made of stone. " }'
  expect(phrasesOf(proseOfCode(code, false))).toEqual([])
})

test('leaves out code of a document', () => {
  expect(phrasesOf(proseOfDocument('Make it anew.\n```sh\necho anew\n```\nRun `tells`.'))).toEqual(['anew'])
})

test('a comment may say "whose", a text may not', () => {
  const prose = proseOfCode('// whose it is\nconst label = "Projects whose owner left"', false)
  expect(phrasesOf(prose)).toEqual(['whose'])
})
