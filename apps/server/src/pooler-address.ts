import type { ProjectHosts } from '@colonnade/gateway'
import type { PoolerAddress } from '@colonnade/platform'
import type { Pooler } from '@colonnade/pooler'

/** What the platform has to know of the pooler, and may ask of it. */
/** `hosts`: where HTTP clients of the same domains are led. */
export function poolerAddressOf(pooler: Pooler, hosts?: Pick<ProjectHosts, 'serve'>): PoolerAddress {
  const { session, transaction, dedicated, openedAt: since } = pooler
  return {
    host: session.host,
    sessionPort: session.port,
    transactionPort: transaction.port,
    statistics: (ref) => ({ since, ...pooler.statisticsOf(ref) }),
    served: () => Object.keys(pooler.statistics().projects),
    letGo: (ref) => pooler.letGo(ref),
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
