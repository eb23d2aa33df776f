import { expect, test } from 'vitest'
import { emptyWrittenClaims, userOfWritten, withWritten } from './written-claims.ts'

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
