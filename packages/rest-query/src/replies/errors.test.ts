import { describe, expect, test } from 'vitest'
import { errorOf, errorReply } from './errors.ts'
import { withHeaders, withStatus } from './own-headers.ts'
import { RestError } from '../rest-error.ts'

const statusOf = (code: string, message = '', role = 'authenticated'): number => errorOf({ code, message }, { role }).status

describe('an error of Postgres', () => {
  test.for([
    ['08006', 503],
    ['23503', 409],
    ['23505', 409],
    ['23502', 400],
    ['25006', 405],
    ['25001', 500],
    ['28000', 403],
    ['0P000', 403],
    ['40001', 500],
    ['42501', 403],
    ['42P01', 404],
    ['42883', 404],
    ['42P17', 500],
    ['42703', 400],
    ['53100', 503],
    ['53400', 500],
    ['54001', 500],
    ['55000', 500],
    ['57014', 500],
    ['57P01', 503],
    ['21000', 500],
    ['P0001', 400],
    ['P0002', 500],
    ['XX000', 500],
    ['22023', 400],
    ['PT402', 402],
    ['PT999', 500],
    ['PTabc', 400],
  ] as const)('%s has status %i', ([code, status]) => {
    expect(statusOf(code)).toBe(status)
  })

  test('asks those who are nobody to sign in, and those whose role is gone', () => {
    expect(statusOf('42501', '', 'anon')).toBe(401)
    expect(statusOf('22023', 'role "gone" does not exist')).toBe(401)
    expect(errorReply(errorOf({ code: '42501', message: 'no' }, { role: 'anon' })).headers).toMatchObject({
      'WWW-Authenticate': 'Bearer',
      'Proxy-Status': 'PostgREST; error=42501',
    })
  })

  test('goes on as it is, with all four fields', () => {
    expect(errorReply(errorOf({ code: '23505', message: 'm', detail: 'd' }, { role: 'x' })).body).toBe(
      '{"code":"23505","message":"m","details":"d","hint":null}',
    )
  })

  test('with our mark is a refusal of ours, in any language', () => {
    const marked = (message: string) => errorOf({ code: '22P02', message }, { role: 'x' }).body
    expect(marked('invalid input syntax for type bigint: "colonnade.rest.rows=3"')).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 3 rows',
    })
    expect(marked('ungültige Eingabesyntax für Typ bigint: »colonnade.rest.affected=3«')).toMatchObject({ code: 'PGRST124' })
    expect(marked('invalid input syntax for type bigint: "colonnade.rest.put=0"')).toMatchObject({ code: 'PGRST115' })
    expect(marked('invalid input syntax for type bigint: "x"')).toMatchObject({ code: '22P02' })
  })

  test('raised as PGRST is the reply that it describes', () => {
    const raised = (message: string, detail: string | null) => errorOf({ code: 'PGRST', message, detail }, { role: 'x' })
    expect(raised('{"code":"1","message":"m"}', '{"status":418,"headers":{"X":"y"}}')).toMatchObject({
      status: 418,
      headers: { X: 'y' },
      body: { code: '1', message: 'm', details: null, hint: null },
    })
    for (const [message, detail] of [
      ['no', '{"status":418,"headers":{}}'],
      ['{"code":"1"}', '{"status":418,"headers":{}}'],
      ['{"code":"1","message":"m"}', null],
      ['{"code":"1","message":"m"}', '{"status":"418","headers":{}}'],
      ['{"code":"1","message":"m"}', '{"status":418,"headers":{"X":"a\\r\\nY: b"}}'],
    ] as const) {
      expect(raised(message, detail)).toMatchObject({ status: 500, body: { code: 'PGRST121' } })
    }
  })
})

describe('what the database sets', () => {
  test('takes the place of our headers', () => {
    const headers: Record<string, string | readonly string[]> = { 'Content-Type': 'application/json' }
    expect(
      withHeaders(headers, '[{"content-type": "text/css"}, {"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}, {"Vary": "A"}, {"vary": "B"}]'),
    ).toBeNull()
    expect(headers).toEqual({ 'content-type': 'text/css', 'Set-Cookie': ['a=1', 'b=2'], Vary: 'A, B' })
  })

  test.for(['{}', '[1]', '[{"a": 1}]', '[{"a": "1", "b": "2"}]', '[{"a b": "1"}]', '[{"a": "1\\r\\nb: 2"}]', 'no'])(
    'is refused as headers: %s',
    (setting) => {
      expect(withHeaders({}, setting)?.body.code).toBe('PGRST111')
    },
  )

  test('is a status, or refused', () => {
    expect(withStatus('418')).toBe(418)
    for (const setting of ['0', '99', '1000', 'x', '']) expect((withStatus(setting) as RestError).body.code).toBe('PGRST112')
  })
})
