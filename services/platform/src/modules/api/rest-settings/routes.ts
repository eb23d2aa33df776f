import { restSettings } from '@colonnade/contracts/api/rest-settings'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const restSettingRoutes = [
  serve(restSettings.retrieve, ({ ctx, scope, actor }) => service.retrieveRestSettings(ctx, scope, actor)),
  serve(restSettings.update, ({ ctx, scope, actor, body, audit }) => service.updateRestSettings(ctx, scope, actor, body, audit)),
]
