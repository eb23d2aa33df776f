import type { PoolerStatistics } from '@colonnade/contracts/connections/pooler-statistics'
import type { SupavisorConfig } from '@colonnade/contracts/projects/project-settings'
import { CopyButton, Panel, PanelContent, PanelHeader, RelativeTime, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { formatBytes, formatNumber } from '../../lib/bytes.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useIsVisible } from '../../lib/use-is-visible.ts'
import { supavisorQuery } from '../../scope/database-source/supavisor-query.ts'
import { DedicatedPart } from './dedicated-part.tsx'
import { DomainPart } from './domain-part.tsx'
import { statisticsPollMs } from './limits.ts'
import { poolerPanelText } from './messages.ts'
import { poolerStatisticsQuery } from './queries.ts'

const modeTexts = {
  session: poolerPanelText.eachClientHasOwn,
  transaction: poolerPanelText.connectionsSharedBetweenClients,
} as const

/** The shared pooler: where it listens, how many it lets in, and what it does right now. */
export function PoolerPanel({ projectRef }: { readonly projectRef: string }) {
  const isVisible = useIsVisible()
  const { data: ways, error, refetch } = useQuery(supavisorQuery(projectRef))
  const { data: statistics } = useQuery({ ...poolerStatisticsQuery(projectRef), refetchInterval: isVisible && statisticsPollMs })
  return (
    <section id="connection-pooler" aria-label={poolerPanelText.connectionPooler} className="scroll-mt-4">
      <Panel>
        <PanelHeader title={poolerPanelText.connectionPooler} description={poolerPanelText.oneEndpointAllProjects} />
        {!ways && error && <ErrorNotice error={error} subject={poolerPanelText.failedLoadPooler} onRetry={() => void refetch()} className="m-4" />}
        {!ways && !error && (
          <PanelContent>
            <output aria-label={poolerPanelText.loadingPooler}>
              <Skeleton className="h-16 w-full" />
            </output>
          </PanelContent>
        )}
        {ways?.length === 0 && <PanelContent>{poolerPanelText.installationDoesntRunPooler}</PanelContent>}
        {ways?.map((way) => (
          <Way key={way.pool_mode} way={way} />
        ))}
        {ways !== undefined && ways.length > 0 && <DomainPart projectRef={projectRef} />}
        {ways !== undefined && ways.length > 0 && <DedicatedPart projectRef={projectRef} />}
        {statistics && <Figures statistics={statistics} />}
      </Panel>
    </section>
  )
}

function Way({ way }: { readonly way: SupavisorConfig }) {
  const { pool_mode, db_host, db_port, connection_string } = way
  return (
    <PanelContent className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium">
          {pool_mode === 'session' ? poolerPanelText.sessionMode : poolerPanelText.transactionMode}{' '}
          <span className="font-mono text-xs font-normal text-faint">
            {db_host}:{db_port}
          </span>
        </h3>
        <p className="text-soft">{modeTexts[pool_mode]}</p>
      </div>
      <CopyButton text={connection_string} label={poolerPanelText.copyConnectionStringMode(pool_mode)} />
    </PanelContent>
  )
}

function Figures({ statistics }: { readonly statistics: PoolerStatistics }) {
  const { since, sessions, sessions_max, transaction_clients, transaction_clients_max, shared_connections, shared_connections_max } = statistics
  const { served, average_wait_ms, refused, bytes_from_clients, bytes_to_clients, waiting } = statistics
  const wait = average_wait_ms === null ? '–' : `${average_wait_ms < 10 ? average_wait_ms.toFixed(1) : Math.round(average_wait_ms)} ms`
  return (
    <PanelContent className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        <Figure label={poolerPanelText.sessions} value={`${sessions} of ${formatNumber(sessions_max)}`} />
        <Figure label={poolerPanelText.transactionModeClients} value={`${transaction_clients} of ${formatNumber(transaction_clients_max)}`} />
        <Figure label={poolerPanelText.sharedConnections} value={`${shared_connections} of ${formatNumber(shared_connections_max)}`} />
        <Figure label={poolerPanelText.waitTime} value={waiting === 0 ? wait : `${wait}, ${waiting} waiting`} />
        <Figure label={poolerPanelText.acceptedRefused} value={`${formatNumber(served)}, ${formatNumber(refused)}`} />
        <Figure label={poolerPanelText.receivedSent} value={`${formatBytes(bytes_from_clients)}, ${formatBytes(bytes_to_clients)}`} />
      </dl>
      <p className="text-xs text-faint">
        {poolerPanelText.sincePoolerStarted} <RelativeTime value={since} />.
      </p>
    </PanelContent>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  )
}
