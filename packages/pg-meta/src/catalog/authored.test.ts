import { toText } from '@colonnade/sql'
import { loadModule, parse } from 'libpg-query'
import { describe, expect, test } from 'vitest'
import { authoredExpression, authoredQuery, authoredType, tokensOf } from './authored.ts'

describe('SQL that people write', () => {
  test.each([
    'true) to public; drop table users; --',
    'true; select 1',
    "'open",
    "E'it\\'",
    '"open',
    '/* open /* nested */',
    '$tag$ open $other$',
    '(1',
    '[1)',
    'a\u00a0$$ ; drop table users; $$',
    '',
    '  -- nothing',
    '\0',
  ])('does not leave its place: %j', (authored) => {
    expect(() => authoredExpression(authored)).toThrow()
    expect(() => authoredType(authored)).toThrow()
    expect(() => authoredQuery(`${authored}; select 2`)).toThrow()
  })

  test.each([
    `a = ')' and b = E'\\')' -- ) ;`,
    `a = $x$ ) ; $$ $x$`,
    `"na)me;" /* ) /* ; */ ' */ > 0`,
    `(select count(*) from t where x[1] = any(array['{', ')']))`,
    `a$$ > 1 and note = '--'`,
    `'it''s' || 'a\\' || n'b'`,
  ])('stays as it is: %j', (authored) => {
    expect(toText(authoredExpression(authored))).toBe(/--|\n/.test(authored) ? `\n${authored}\n` : authored)
  })

  test('that is a query loses the semicolon at its end', () => {
    expect(toText(authoredQuery('select 1; -- one'))).toBe('\nselect 1\n')
  })

  test('that is a type does not take along what follows', () => {
    expect(toText(authoredType('numeric(10, 2)'))).toBe('numeric(10, 2)')
    expect(toText(authoredType('integer -- a number'))).toBe('integer -- a number\n')
  })

  test('is cut into tokens', () => {
    expect(tokensOf(`f("A", 'x') /* no */ $$y$$`).map(({ kind, text, depth }) => `${kind} ${text} ${depth}`)).toEqual([
      'word f 0',
      'symbol ( 0',
      'name "A" 1',
      'symbol , 1',
      "text 'x' 1",
      'symbol ) 0',
      'text $$y$$ 0',
    ])
  })

  test('is one expression for Postgres, too, whatever it is made of', async () => {
    await loadModule()
    const bits = `' " \\ $$ $a$ $ -- /* */ ( ) [ ] ; a E E' U&' n' é \u00a0 \u2028 1 1e :: + - * / , = a$ $1 _ null '' );select(3`
      .split(' ')
      .concat([' ', '\n', '\r', '\f'])
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    let parsed = 0
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 1 + random(8) }, () => bits[random(bits.length)]).join('')
      const made = attempt(() => toText(authoredExpression(round % 2 === 0 ? text : `1 ${text} 2`)))
      const tree = made === undefined ? undefined : await parse(`select (${made}) as only`).catch(() => undefined)
      if (tree === undefined) continue
      parsed += 1
      const targets = (tree.stmts as [{ stmt: { SelectStmt: { targetList: unknown[] } } }])[0].stmt.SelectStmt.targetList
      expect([text, tree.stmts?.length, targets]).toMatchObject([text, 1, [{ ResTarget: { name: 'only' } }]])
    }
    expect(parsed).toBeGreaterThan(1_000)
  })
})

function attempt(work: () => string): string | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
