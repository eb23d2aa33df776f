import { expect, test } from 'vitest'
import { jsonOf } from './json.ts'

test.each([
  [20, '9007199254740993', '9007199254740993'],
  [1700, 'NaN', '"NaN"'],
  [701, '1e+21', '1e+21'],
  [701, '-Infinity', '"-Infinity"'],
  [16, 't', 'true'],
  [16, 'f', 'false'],
  [3802, '{"a": 1}', '{"a": 1}'],
  [25, 'a"b\n', '"a\\"b\\n"'],
  [1114, '2026-01-02 03:04:05.678', '"2026-01-02T03:04:05.678"'],
  [1184, '2026-01-02 03:04:05+00', '"2026-01-02T03:04:05+00:00"'],
  [1184, 'infinity', '"infinity"'],
  [1184, '0044-03-15 00:00:00+00 BC', '"0044-03-15T00:00:00+00:00 BC"'],
  [17, '\\x00ff', '"\\\\x00ff"'],
])('a value of type %i, %s, is %s', (oid, text, json) => {
  expect(jsonOf(text, { oid, element: null })).toBe(json)
})

test.each([
  [23, '{1,NULL,3}', '[1,null,3]'],
  [25, '{a,"b \\"c\\\\","NULL",NULL,""}', '["a","b \\"c\\\\","NULL",null,""]'],
  [23, '{{1,2},{3,4}}', '[[1,2],[3,4]]'],
  [23, '[0:1]={5,6}', '[5,6]'],
  [3802, '{"{\\"a\\": [1]}"}', '[{"a": [1]}]'],
  [25, '{}', '[]'],
])('an array of type %i, %s, is %s', (element, text, json) => {
  expect(jsonOf(text, { oid: 0, element })).toBe(json)
})

test('NULL is null', () => expect(jsonOf(null, { oid: 25, element: null })).toBe('null'))
