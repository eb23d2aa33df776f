import { payments } from '@colonnade/contracts/billing/payments'
import { serve } from './context.ts'
import * as service from './service.ts'

export const paymentRoutes = [
  serve(payments.retrieve, ({ ctx, scope }) => service.retrievePayments(ctx, scope)),
  serve(payments.addCard, ({ ctx, scope, request, audit }) => service.openCardPage(ctx, scope, request, audit)),
  serve(payments.removeCard, ({ ctx, scope, audit }) => service.removeCard(ctx, scope, audit)),
  serve(payments.pay, ({ ctx, scope, params, request, audit }) => service.openPaymentPage(ctx, scope, params.id, request, audit)),
  serve(payments.retrievePage, ({ ctx, scope, params }) => service.lookAtPage(ctx, scope, params.page)),
]
