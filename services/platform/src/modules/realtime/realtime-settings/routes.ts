import { realtimeSettings } from '@colonnade/contracts/realtime/realtime-settings'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const realtimeSettingRoutes = [
  serve(realtimeSettings.retrieve, ({ ctx, scope }) => service.retrieveRealtimeSettings(ctx, scope)),
  serve(realtimeSettings.update, (call) => service.updateRealtimeSettings(call, call.body)),
  serve(realtimeSettings.shutdown, (call) => service.disconnectRealtime(call)),
]
