import { billing, planPriceList } from '@colonnade/contracts/billing/billing'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const billingRoutes = [
  serve(planPriceList.list, ({ ctx }) => service.listPlanPrices(ctx)),
  serve(billing.retrieve, ({ ctx, scope }) => service.retrieveBilling(ctx, scope)),
  serve(billing.changePlan, ({ ctx, scope, body, audit }) => service.changePlan(ctx, scope, body, audit)),
  serve(billing.changeSpendCap, ({ ctx, scope, body, audit }) => service.changeSpendCap(ctx, scope, body, audit)),
  serve(billing.changeDetails, ({ ctx, scope, body, audit }) => service.changeDetails(ctx, scope, body, audit)),
]
