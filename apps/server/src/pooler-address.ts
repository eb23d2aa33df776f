import type { ProjectHosts } from '@colonnade/gateway'
import type { PoolerAddress } from '@colonnade/platform'
import type { Pooler } from '@colonnade/pooler'
import type { ProjectServices } from './project-services/project-services.ts'

/** What the platform has to know of the pooler, and may ask of it. */
/** `services` and `hosts`: what leads HTTP clients to the same projects, and by the same domains. */
export function poolerAddressOf(pooler: Pooler, services?: Pick<ProjectServices, 'letGo'>, hosts?: Pick<ProjectHosts, 'serve'>): PoolerAddress {
  const { session, transaction, dedicated, openedAt: since } = pooler
  return {
    host: session.host,
    sessionPort: session.port,
    transactionPort: transaction.port,
    statistics: (ref) => ({ since, ...pooler.statisticsOf(ref) }),
    served: () => Object.keys(pooler.statistics().projects),
    letGo(ref) {
      pooler.letGo(ref)
      services?.letGo(ref)
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
