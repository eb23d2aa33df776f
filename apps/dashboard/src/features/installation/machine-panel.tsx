import type { Machine } from '@colonnade/contracts/installation/installation'
import { Panel, PanelContent, PanelHeader, RelativeTime, Skeleton, StatGrid, StatTile, UsageBar } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../lib/bytes.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { machineQuery } from './queries.ts'

/** What the installation runs on, and how much of it is left. */
export function MachinePanel() {
  const { data: machine, error, refetch } = useQuery(machineQuery)
  if (machine === undefined && error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <StatGrid label="Servers of projects">
        <StatTile label="Running" value={machine?.servers.running} note={machine && memoryNote(machine)} />
        <StatTile label="Asleep" value={machine?.servers.asleep} note="woken by whoever comes" />
        <StatTile label="Paused" value={machine?.servers.paused} note={machine && changingNote(machine)} />
        <StatTile
          label="Not healthy"
          value={machine?.servers.failed}
          note={machine?.servers.failed === 0 ? 'all is well' : 'their members were told'}
          tone={machine !== undefined && machine.servers.failed > 0 ? 'danger' : 'neutral'}
        />
      </StatGrid>
      <Panel label="Machine">
        <PanelHeader title="Machine" description={machine ? <Started machine={machine} /> : undefined} />
        <PanelContent className="flex flex-col gap-5">{machine ? <Bars machine={machine} /> : <Loading />}</PanelContent>
      </Panel>
    </>
  )
}

function Started({ machine: { versions, started_at } }: { readonly machine: Machine }) {
  return (
    <span className="dotted">
      <span>Colonnade {versions.colonnade}</span>
      <span>Node {versions.node}</span>
      <span>Postgres {versions.postgres}</span>
      <span>
        started <RelativeTime value={started_at} />
      </span>
    </span>
  )
}

function Bars({ machine: { processors, load, memory, volume } }: { readonly machine: Machine }) {
  const parts = [`the platform ${formatBytes(memory.platform_bytes)}`]
  if (memory.servers_bytes !== null) parts.push(`servers of projects ${formatBytes(memory.servers_bytes)}`)
  return (
    <>
      <UsageBar
        label="Memory"
        value={memory.total_bytes - memory.available_bytes}
        max={memory.total_bytes}
        format={formatBytes}
        note={`Of it ${parts.join(', ')}.`}
      />
      <UsageBar
        label="Disk"
        value={volume.total_bytes - volume.free_bytes}
        max={volume.total_bytes}
        format={formatBytes}
        note={`${formatBytes(volume.free_bytes)} are left for all projects together.`}
      />
      {load !== null && (
        <UsageBar
          label="Processors"
          value={load}
          max={processors}
          format={(value) => value.toLocaleString('en', { maximumFractionDigits: 1 })}
          note="Processes that ran or waited to, over the last minute."
        />
      )}
    </>
  )
}

function memoryNote({ memory: { servers_bytes: bytes } }: Machine): string {
  return bytes === null ? 'they take connections' : `${formatBytes(bytes)} of memory`
}

function changingNote({ servers: { changing } }: Machine): string {
  return changing === 0 ? 'until they are restored' : `and ${changing} changing now`
}

function Loading() {
  return (
    <output aria-label="Loading the machine" className="flex flex-col gap-4">
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
    </output>
  )
}
