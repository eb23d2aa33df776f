import { expect, test } from 'vitest'
import { originOf, replyHeaders } from './headers.ts'

const ref = 'abcdefghijklmnopqrst'

test('at a host of its own a function says what it likes, but for that host alone', () => {
  const own = originOf({ publicUrl: 'https://api.example.com/functions/v1' }, ref)
  const headers = {
    'content-type': 'text/html',
    'content-security-policy': 'default-src *',
    'set-cookie': ['__Host-a=b; Secure; Path=/', 'c=d; Domain=example.com; Path=/x'],
    connection: 'close',
    'x-relay-error': 'true',
  }
  expect(replyHeaders(headers, own, 'GET', 'worker')).toEqual({
    'cache-control': 'no-store',
    'content-type': 'text/html',
    'content-security-policy': 'default-src *',
    'set-cookie': ['__Host-a=b; Secure; Path=/', 'c=d; Path=/x'],
    'x-sb-edge-region': 'local',
    'x-deno-execution-id': 'worker',
    'x-served-by': 'supabase-edge-runtime',
  })
})

test('bytes beyond ASCII stay what they were', () => {
  const shared = originOf({ publicUrl: `https://example.com/api/${ref}/functions/v1` }, ref)
  const sent = replyHeaders({ 'x-name': 'Łódź' }, shared, 'GET', 'worker')['x-name'] as string
  expect(Buffer.from(sent, 'latin1').toString()).toBe('Łódź')
})
