import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedHeaders } from './signature.ts'

const secret = 'v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

test('a message is signed as Standard Webhooks says', () => {
  // the example of its specification
  const headers = signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_000, '{"test": 2432232314}', secret)
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('while a secret takes the place of another, both sign, with a space between', () => {
  const other = `v1,whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const { 'webhook-signature': signatures } = signedHeaders('a', 1_000, '{}', `${secret}|${other}`)
  expect(signatures!.split(' ')).toEqual([
    signedHeaders('a', 1_000, '{}', secret)['webhook-signature'],
    `v1,${createHmac('sha256', Buffer.alloc(24, 7)).update('a.1.{}').digest('base64')}`,
  ])
})

test('without a secret nothing is signed', () => {
  expect(signedHeaders('a', 1_000, '{}', '')).toEqual({ 'webhook-id': 'a', 'webhook-timestamp': '1' })
})
