import { addons } from '@colonnade/contracts/projects/addons'
import { serve } from './context.ts'
import * as service from './service.ts'

export const addonRoutes = [
  serve(addons.list, ({ ctx, scope }) => service.listAddons(ctx, scope)),
  serve(addons.choose, ({ ctx, scope, body, audit }) => service.chooseAddon(ctx, scope, body, audit)),
]
