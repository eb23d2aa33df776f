import { installationPayments } from '@colonnade/contracts/billing/installation-payments'
import { serve } from '../../../serve.ts'
import { retrieveReport } from './service.ts'

export const installationPaymentRoutes = [serve(installationPayments.retrieve, ({ ctx }) => retrieveReport(ctx))]
