import { installationPayments } from '@colonnade/contracts/billing/installation-payments'
import { serve } from '../../../kernel/serve.ts'
import { retrieveReport } from './service.ts'

export const installationPaymentRoutes = [serve(installationPayments.retrieve, ({ ctx }) => retrieveReport(ctx))]
