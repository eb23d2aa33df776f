import type { InstallationPayments } from '@colonnade/contracts/billing/installation-payments'
import type { PlatformContext } from '../../../kernel/context.ts'
import { stripeWebhookPath } from '../payments/protocol.ts'
import * as store from './store.ts'

export async function retrieveReport({ config: { payments }, database }: PlatformContext): Promise<InstallationPayments> {
  if (payments === null) return { provider: null, cards: 0, last_event: null, problem: null, problem_since: null, troubles: [] }
  const { isLive, url: address } = payments
  const [state, troubles] = [await store.retrieveState(database, isLive), await store.listTroubles(database, isLive)]
  return { provider: { mode: isLive ? 'live' : 'test', address, webhook_path: stripeWebhookPath }, ...state, troubles }
}
