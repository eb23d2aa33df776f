import type { Lint, LintLevel } from '@colonnade/contracts/data/lints'
import { expect, test } from 'vitest'
import { byWeight, countLevels, topFindings } from './findings.ts'

const lint = (level: LintLevel, name: string, key: string): Lint => ({
  name,
  title: name,
  level,
  categories: ['SECURITY'],
  description: '',
  detail: key,
  remediation_sql: null,
  metadata: { schema: 'public', name: key, type: 'table' },
  cache_key: key,
})

const found = [
  lint('INFO', 'unused', 'i1'),
  lint('WARN', 'slow', 'w2'),
  lint('ERROR', 'open', 'e2'),
  lint('ERROR', 'open', 'e1'),
  lint('WARN', 'loose', 'w1'),
]
const keys = (lints: readonly Lint[]) => lints.map(({ cache_key }) => cache_key)

test('what weighs most comes first', () => {
  expect(keys(byWeight(found))).toEqual(['e1', 'e2', 'w1', 'w2', 'i1'])
})

test('each rule is heard before one is heard twice, errors before the rest', () => {
  const many = [...['e1', 'e2', 'e3'].map((key) => lint('ERROR', 'open', key)), lint('ERROR', 'secret', 'e4'), lint('WARN', 'slow', 'w1')]
  expect(keys(topFindings(many, 3))).toEqual(['e1', 'e4', 'e2'])
  expect(keys(topFindings(many, 9))).toEqual(['e1', 'e4', 'e2', 'e3', 'w1'])
})

test('levels are counted in words', () => {
  expect(countLevels(found).map(({ text }) => text)).toEqual(['2 errors', '2 warnings', '1 suggestion'])
  expect(countLevels([])).toEqual([])
})
