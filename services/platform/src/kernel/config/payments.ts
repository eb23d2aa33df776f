import type { ConfigReader } from '@colonnade/core'

/** A Stripe account that receives payments. */
export interface PaymentsConfig {
  readonly secretKey: string
  /** Secret that signs Stripe's events. */
  readonly webhookSecret: string
  /** Null for Stripe itself. */
  readonly url: string | null
  /** True for a test key, with which no money moves. */
  readonly isLive: boolean
}

/** Payment settings of the environment; null for manual payment. */
export function readPaymentsConfig(read: ConfigReader): PaymentsConfig | null {
  const secretKey = read.text('COLONNADE_STRIPE_SECRET_KEY')
  const webhookSecret = read.text('COLONNADE_STRIPE_WEBHOOK_SECRET')
  const url = read.text('COLONNADE_STRIPE_URL')
  if (secretKey === undefined) {
    if (webhookSecret ?? url) read.problem('COLONNADE_STRIPE_SECRET_KEY is missing beside the other COLONNADE_STRIPE_ settings')
    return null
  }
  const mode = /^[sr]k_(test|live)_\w+$/.exec(secretKey)?.[1]
  if (mode === undefined) read.problem('COLONNADE_STRIPE_SECRET_KEY must be a secret or restricted key of Stripe: it begins with sk_ or rk_')
  if (webhookSecret === undefined) {
    read.problem('COLONNADE_STRIPE_SECRET_KEY needs COLONNADE_STRIPE_WEBHOOK_SECRET beside it')
    return null
  }
  if (!/^whsec_.+$/.test(webhookSecret)) read.problem('COLONNADE_STRIPE_WEBHOOK_SECRET must be that of a webhook endpoint: it begins with whsec_')
  if (url !== undefined && !/^https?:\/\/[^/]+\/?$/.test(url)) read.problem('COLONNADE_STRIPE_URL must look like http://localhost:12111')
  return { secretKey, webhookSecret, url: url?.replace(/\/$/, '') ?? null, isLive: mode === 'live' }
}
