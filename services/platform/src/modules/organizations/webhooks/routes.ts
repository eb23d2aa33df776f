import { webhooks } from '@colonnade/contracts/organizations/webhooks'
import { serve } from '../../../kernel/serve.ts'
import * as deliveries from './deliveries.ts'
import * as service from './service.ts'

export const webhookRoutes = [
  serve(webhooks.list, ({ ctx, scope }) => service.listWebhooks(ctx, scope)),
  serve(webhooks.create, ({ ctx, scope, body, audit }) => service.createWebhook(ctx, scope, body, audit)),
  serve(webhooks.update, ({ ctx, scope, params, body, audit }) => service.updateWebhook(ctx, scope, params.id, body, audit)),
  serve(webhooks.rotateSecret, ({ ctx, scope, params, audit }) => service.rotateSecret(ctx, scope, params.id, audit)),
  serve(webhooks.remove, ({ ctx, scope, params, audit }) => service.removeWebhook(ctx, scope, params.id, audit)),
  serve(webhooks.test, ({ ctx, scope, params, audit }) => deliveries.testWebhook(ctx, scope, params.id, audit)),
  serve(webhooks.listDeliveries, ({ ctx, scope, params, query }) => deliveries.listDeliveries(ctx, scope, params.id, query)),
  serve(webhooks.resend, ({ ctx, scope, params, audit }) => deliveries.resendDelivery(ctx, scope, params, audit)),
]
