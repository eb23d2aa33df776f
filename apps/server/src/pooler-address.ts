import type { ProjectHosts } from '@colonnade/gateway'
import type { PoolerAddress } from '@colonnade/platform'
import type { Pooler } from '@colonnade/pooler'
import type { ProjectServices } from './project-services/project-services.ts'

/** Returns the pooler's interface for the platform. `services` and `hosts` serve HTTP clients of the same projects and domains. */
export function poolerAddressOf(pooler: Pooler, services?: Pick<ProjectServices, 'closeIdle'>, hosts?: Pick<ProjectHosts, 'serve'>): PoolerAddress {
  const { session, transaction, dedicated, openedAt: since } = pooler
  return {
    host: session.host,
    sessionPort: session.port,
    transactionPort: transaction.port,
    statistics: (ref) => ({ since, ...pooler.statisticsOf(ref) }),
    served: () => Object.keys(pooler.statistics().projects),
    evict(ref) {
      pooler.evict(ref)
      services?.closeIdle(ref)
    },
    dedicated,
    domains: {
      serve(domains) {
        hosts?.serve(domains)
        return pooler.domains.serve(domains)
      },
    },
    issueCertificate: pooler.issueCertificate,
    certificate: pooler.certificate,
  }
}
