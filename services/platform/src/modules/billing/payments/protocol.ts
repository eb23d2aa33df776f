import { AppError } from '@colonnade/core'
import { addressKey, type FastifyInstance } from '@colonnade/http'
import { paymentEventBytes } from '../../../kernel/limits.ts'
import { keepEvent } from './events.ts'
import { ProviderError } from './provider.ts'
import type { Context } from './context.ts'

/** Path of Stripe's webhook. */
export const stripeWebhookPath = '/platform/webhooks/stripe'

/**
 * What Stripe calls: nobody is signed in, its signature over the bytes of the body is what counts. An event is kept and answered at once; what
 * it is about is looked at afterwards, however long that takes.
 */
export function mountStripeWebhook(app: FastifyInstance, ctx: Context): void {
  void app.register(async (events) => {
    events.removeAllContentTypeParsers()
    events.addContentTypeParser('*', { parseAs: 'string', bodyLimit: paymentEventBytes }, (_request, body, done) => done(null, body))
    events.post(stripeWebhookPath, async (request, reply) => {
      const { tools } = ctx.parts.collector
      if (tools === null) throw new AppError('payments_not_configured', {})
      const signature = request.headers['stripe-signature']
      const body = typeof request.body === 'string' ? request.body : ''
      const event = await tools.provider.readEvent(body, typeof signature === 'string' ? signature : '').catch(async (error: unknown) => {
        if (!(error instanceof ProviderError) || error.kind !== 'forged') throw error
        // unsigned calls are rate limited; signed ones aren't
        await ctx.limiter.count('credentials', `stripe:${addressKey(request.ip)}`)
        throw new AppError('payment_signature_invalid', {}, { message: error.message })
      })
      if (event?.isLive === tools.isLive) await keepEvent(ctx.database, event, 'webhook')
      return reply.header('cache-control', 'no-store').code(200).send({ received: true })
    })
  })
}
