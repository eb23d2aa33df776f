import type { Room } from '../../kernel/room.ts'
import type { HasDedicatedPoolers } from './dedicated-poolers/reconciler.ts'
import type { HasCustomDomains } from './custom-domains/watcher.ts'
import { customDomainRoutes } from './custom-domains/routes.ts'
import { connectionLimitRoutes } from './connection-limits/routes.ts'
import { dedicatedPoolerRoutes } from './dedicated-poolers/routes.ts'
import { networkRestrictionRoutes } from './network-restrictions/routes.ts'
import { poolerStatisticsRoutes } from './pooler-statistics/routes.ts'
import { tlsEnforcementRoutes } from './tls-enforcement/routes.ts'
import { lookAtDedicated } from './dedicated-poolers/service.ts'
import { lookAtDomains } from './custom-domains/service.ts'
import { dedicatedLookMs, domainLookMs } from '../../kernel/limits.ts'

export type ConnectionsParts = HasDedicatedPoolers & HasCustomDomains

export const connectionsRoom: Room<ConnectionsParts> = {
  name: 'connections',
  routes: [
    ...customDomainRoutes,
    ...connectionLimitRoutes,
    ...dedicatedPoolerRoutes,
    ...networkRestrictionRoutes,
    ...poolerStatisticsRoutes,
    ...tlsEnforcementRoutes,
  ],
  chores: [
    { name: 'lookAtDedicated', everyMs: dedicatedLookMs, work: lookAtDedicated },
    { name: 'lookAtDomains', everyMs: domainLookMs, work: async (ctx) => lookAtDomains(ctx) },
  ],
  workers: ({ dedicatedPoolers, customDomains }) => [
    { name: 'custom domains', start: () => {}, close: () => customDomains.close() },
    { name: 'dedicated poolers', start: () => dedicatedPoolers.start(), close: () => dedicatedPoolers.close() },
  ],
}
