import { expect, test } from 'vitest'
import { emptyWrittenClaims, isOddSub, userOfWritten, withWritten } from './written-claims.ts'

test('an id that no policy takes for a user is told', () => {
  expect(['', ' 3F2504E0-4f89-11d3-9a0c-0305e82c3301 ', '3f2504e04f8911d39a0c0305e82c3301'].map((sub) => isOddSub({ sub }))).toEqual([
    false,
    false,
    false,
  ])
  expect(['abc', '1', '3f2504e0-4f89-11d3-9a0c'].map((sub) => isOddSub({ sub }))).toEqual([true, true, true])
})

test('claims by hand stand over those that are derived, and must be an object', () => {
  expect(userOfWritten(emptyWrittenClaims)).toBeNull()
  expect(userOfWritten({ ...emptyWrittenClaims, sub: ' u1 ', role: '' })).toMatchObject({ id: 'u1', role: 'authenticated', email: null })
  expect(withWritten({ role: 'authenticated', sub: 'u1' }, { ...emptyWrittenClaims, more: '{"role": "editor", "org": 7}' })).toEqual({
    role: 'editor',
    sub: 'u1',
    org: 7,
  })
  expect(withWritten({ sub: 'u1' }, emptyWrittenClaims)).toEqual({ sub: 'u1' })
  expect(() => withWritten({}, { ...emptyWrittenClaims, more: '[1]' })).toThrow('must be a JSON object')
  expect(() => withWritten({}, { ...emptyWrittenClaims, more: '{' })).toThrow('no JSON')
})
