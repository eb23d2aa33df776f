import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiKey, createTestDirectory, openTestGateway, type TestGateway } from './testing.ts'

const key = 'sb_publishable_aaaaaaaaaaaaaaaaaaaaaa_bbbbbbbb'
let gateway: TestGateway
beforeEach(async () => {
  gateway = await openTestGateway(createTestDirectory({ apiKeys: [apiKey(key)] }))
})
afterEach(() => gateway[Symbol.asyncDispose]())

test('functions are asked whatever callers show, with all of it, and answer preflights', async () => {
  const shown = { apikey: 'sb_secret_wrong', authorization: 'Bearer sb_secret_wrong', cookie: 'session=ours', origin: 'https://app.example' }
  const preflight = { ...shown, 'access-control-request-method': 'POST' }
  gateway.reply = async () => ({ status: 201, headers: { 'Set-Cookie': 'a=b', 'content-type': 'text/html' }, body: '<p>', isWhole: true })
  const reply = await gateway.call('/functions/v1/hello', { method: 'OPTIONS', headers: preflight })
  expect([reply.status, reply.headers.get('set-cookie'), reply.headers.get('content-type')]).toEqual([201, 'a=b', 'text/html'])
  for (const name of ['access-control-allow-origin', 'content-security-policy']) expect(reply.headers.get(name)).toBeNull()
  const [{ caller, request }] = gateway.calls as [TestGateway['calls'][number]]
  expect(caller).toMatchObject({ role: 'anon', keyPrefix: null, tokenRefusal: 'unknown_key' })
  expect(request.headers).toMatchObject({ apikey: shown.apikey, authorization: shown.authorization })
  expect(request.headers).not.toHaveProperty('cookie')
})

test('a key alone suffices, and reaches the function', async () => {
  await gateway.call('/functions/v1/hello', { headers: { apikey: key } })
  expect(gateway.calls[0]).toMatchObject({ caller: { keyPrefix: key.slice(0, 20), tokenRefusal: null }, request: { headers: { apikey: key } } })
})

test('pages of any origin can read why a function was not asked', async () => {
  gateway.directory.project = { ...gateway.directory.project!, state: 'paused' }
  const reply = await gateway.call('/functions/v1/hello', { headers: { origin: 'https://app.example' } })
  expect([reply.status, await reply.json()]).toMatchObject([540, { code: 'PROJECT_PAUSED' }])
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'sb-error-code': 'PROJECT_PAUSED',
    'x-relay-error': 'true',
  })
})
