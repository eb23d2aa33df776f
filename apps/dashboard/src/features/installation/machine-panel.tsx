import type { Machine } from '@colonnade/contracts/installation/installation'
import { Panel, PanelContent, PanelHeader, RelativeTime, Skeleton, StatGrid, StatTile, UsageBar } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../lib/bytes.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { machinePanelText } from './messages.ts'
import { machineQuery } from './queries.ts'

/** What the installation runs on, and how much of it is left. */
export function MachinePanel() {
  const { data: machine, error, refetch } = useQuery(machineQuery)
  if (machine === undefined && error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return (
    <>
      <StatGrid label={machinePanelText.projectServers}>
        <StatTile label={machinePanelText.running} value={machine?.servers.running} note={machine && memoryNote(machine)} />
        <StatTile label={machinePanelText.asleep} value={machine?.servers.asleep} note={machinePanelText.wakeUpNextConnection} />
        <StatTile label={machinePanelText.paused} value={machine?.servers.paused} note={machine && changingNote(machine)} />
        <StatTile
          label={machinePanelText.notHealthy}
          value={machine?.servers.failed}
          note={machine?.servers.failed === 0 ? machinePanelText.none : machinePanelText.membersWereNotified}
          tone={machine !== undefined && machine.servers.failed > 0 ? 'danger' : 'neutral'}
        />
      </StatGrid>
      <Panel label={machinePanelText.machine}>
        <PanelHeader title={machinePanelText.machine} description={machine ? <Started machine={machine} /> : undefined} />
        <PanelContent className="flex flex-col gap-5">{machine ? <Bars machine={machine} /> : <Loading />}</PanelContent>
      </Panel>
    </>
  )
}

function Started({ machine: { versions, started_at } }: { readonly machine: Machine }) {
  return (
    <span className="dotted">
      <span>{machinePanelText.colonnade(versions.colonnade)}</span>
      <span>{machinePanelText.node(versions.node)}</span>
      <span>{machinePanelText.postgres(versions.postgres)}</span>
      <span>
        started <RelativeTime value={started_at} />
      </span>
    </span>
  )
}

function Bars({ machine: { processors, load, memory, volume } }: { readonly machine: Machine }) {
  const parts = [machinePanelText.platform(formatBytes(memory.platform_bytes))]
  if (memory.servers_bytes !== null) parts.push(machinePanelText.projectServersOf(formatBytes(memory.servers_bytes)))
  return (
    <>
      <UsageBar
        label={machinePanelText.memory}
        value={memory.total_bytes - memory.available_bytes}
        max={memory.total_bytes}
        format={formatBytes}
        note={machinePanelText.used(parts.join(', '))}
      />
      <UsageBar
        label={machinePanelText.disk}
        value={volume.total_bytes - volume.free_bytes}
        max={volume.total_bytes}
        format={formatBytes}
        note={machinePanelText.freeAllProjects(formatBytes(volume.free_bytes))}
      />
      {load !== null && (
        <UsageBar
          label={machinePanelText.processors}
          value={load}
          max={processors}
          format={(value) => value.toLocaleString('en', { maximumFractionDigits: 1 })}
          note={machinePanelText.loadAverageOverLast}
        />
      )}
    </>
  )
}

function memoryNote({ memory: { servers_bytes: bytes } }: Machine): string {
  return bytes === null ? machinePanelText.readyConnections : machinePanelText.memoryOf(formatBytes(bytes))
}

function changingNote({ servers: { changing } }: Machine): string {
  return changing === 0 ? machinePanelText.untilTheyreRestored : machinePanelText.changingNow(changing)
}

function Loading() {
  return (
    <output aria-label={machinePanelText.loadingMachine} className="flex flex-col gap-4">
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
    </output>
  )
}
