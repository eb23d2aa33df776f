import { upgrades } from '@colonnade/contracts/copies/upgrades'
import { serve } from './context.ts'
import * as service from './service.ts'

export const upgradeRoutes = [
  serve(upgrades.list, ({ ctx, scope }) => service.listUpgrades(ctx, scope)),
  serve(upgrades.rehearse, ({ ctx, actor, scope, audit }) => service.rehearseUpgrade(ctx, actor, scope, audit)),
  serve(upgrades.run, ({ ctx, actor, scope, body, audit }) => service.runUpgrade(ctx, actor, scope, body, audit)),
  serve(upgrades.cancel, ({ ctx, scope, params, audit }) => service.cancelUpgrade(ctx, scope, params.upgrade, audit)),
  serve(upgrades.events, ({ ctx, actor, scope, request }) => service.streamUpgrades(ctx, actor, scope, request)),
]
