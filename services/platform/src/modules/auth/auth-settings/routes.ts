import { authOverviews, authSettings } from '@colonnade/contracts/auth/auth-settings'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const authSettingRoutes = [
  serve(authSettings.retrieve, ({ ctx, scope }) => service.retrieveAuthSettings(ctx, scope)),
  serve(authSettings.update, (call) => service.updateAuthSettings(call, call.body)),
  serve(authOverviews.retrieve, ({ ctx, scope }) => service.retrieveAuthOverview(ctx, scope)),
]
