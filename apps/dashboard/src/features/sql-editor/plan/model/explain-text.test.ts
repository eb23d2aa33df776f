import { expect, test } from 'vitest'
import { isRawNode, readExplainJson } from './explain-json.ts'
import { parseExplainText } from './parse-text.ts'
import plans from './plans.fixture.json' with { type: 'json' }
import { writeExplainText } from './write-text.ts'

const both = plans.filter(({ json }) => json !== null)

test.each(both)('$name: the text is Postgres’s own', ({ text, json }) => {
  const explain = readExplainJson(JSON.stringify(json))!
  expect(writeExplainText(explain)).toBe(text)
})

test.each(plans)('$name: what is read from the text says the same', ({ text }) => {
  const explain = parseExplainText(text)!
  expect(isRawNode(explain['Plan'])).toBe(true)
  expect(writeExplainText(explain)).toBe(text)
})
