import { readConfig } from '@colonnade/core'
import { expect, test } from 'vitest'
import { readPaymentsConfig } from './payments.ts'

const whole = { COLONNADE_STRIPE_SECRET_KEY: 'sk_test_abc123', COLONNADE_STRIPE_WEBHOOK_SECRET: 'whsec_abc' }

test('without a key there is no provider, and with one it is test or live mode as the key says', () => {
  expect(readConfig({}, readPaymentsConfig)).toBeNull()
  expect(readConfig(whole, readPaymentsConfig)).toEqual({ secretKey: 'sk_test_abc123', webhookSecret: 'whsec_abc', url: null, isLive: false })
  expect(readConfig({ ...whole, COLONNADE_STRIPE_SECRET_KEY: 'rk_live_1' }, readPaymentsConfig)).toMatchObject({ isLive: true })
  expect(readConfig({ ...whole, COLONNADE_STRIPE_URL: 'http://127.0.0.1:12111/' }, readPaymentsConfig)).toMatchObject({
    url: 'http://127.0.0.1:12111',
  })
})

test.for([
  [{ COLONNADE_STRIPE_SECRET_KEY: 'sk_test_abc' }, 'needs COLONNADE_STRIPE_WEBHOOK_SECRET beside it'],
  [{ COLONNADE_STRIPE_WEBHOOK_SECRET: 'whsec_abc' }, 'COLONNADE_STRIPE_SECRET_KEY is missing'],
  [{ COLONNADE_STRIPE_URL: 'http://localhost:1' }, 'COLONNADE_STRIPE_SECRET_KEY is missing'],
  [{ ...whole, COLONNADE_STRIPE_SECRET_KEY: 'pk_test_abc' }, 'must be a secret or restricted key'],
  [{ ...whole, COLONNADE_STRIPE_WEBHOOK_SECRET: 'sk_test_abc' }, 'it begins with whsec_'],
  [{ ...whole, COLONNADE_STRIPE_URL: 'localhost' }, 'COLONNADE_STRIPE_URL must look like'],
] as const)('%o is refused: %s', ([environment, problem]) => {
  expect(() => readConfig(environment, readPaymentsConfig)).toThrow(problem)
})
