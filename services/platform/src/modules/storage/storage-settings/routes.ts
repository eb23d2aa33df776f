import { storageSettings } from '@colonnade/contracts/storage/storage-settings'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const storageSettingRoutes = [
  serve(storageSettings.retrieve, ({ ctx, scope }) => service.retrieveStorageSettings(ctx, scope)),
  serve(storageSettings.update, (call) => service.updateStorageSettings(call, call.body)),
]
