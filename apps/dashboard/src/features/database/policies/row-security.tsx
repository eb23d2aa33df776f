import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, ConfirmDialog } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { enableRlsOf, forcedText, stateText, switchForcedRls, switchRls, switchText } from '../../../scope/relations/rls-switch.ts'
import { parentText } from '../tables/partition-tree.ts'
import { relationQuery } from '../tables/table-queries.ts'
import { rowSecurityText } from './messages.ts'

export interface RowSecurityProps {
  readonly projectRef: string
  readonly table: RelationSummary
  /** All levels below it, if it's partitioned. */
  readonly partitions: readonly RelationSummary[]
  /** The number of its policies. */
  readonly count: number
  readonly mayWrite: boolean
}

/** Most partitions named in a sentence. */
const namedPartitions = 5

/** Shows the state of row-level security, and switches it. */
export function RowSecurity({ projectRef, table, partitions, count, mayWrite }: RowSecurityProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'rls' | 'forced' | 'partitions' | null>(null)
  const { data: details } = useQuery(relationQuery(projectRef, table.id))
  const { rls_enabled: isOn, rls_forced: isForced, name } = table
  const owner = details?.owner ?? rowSecurityText.someOwner
  const parent = parentText(table)
  const open = isOn ? partitions.filter(({ rls_enabled }) => !rls_enabled) : []
  const openNames = `${open
    .slice(0, namedPartitions)
    .map((partition) => partition.name)
    .join(', ')}${open.length > namedPartitions ? rowSecurityText.more(open.length - namedPartitions) : ''}`
  const Icon = isOn ? ShieldCheck : ShieldAlert
  const change = async (work: Promise<void>) => {
    await work
    await refreshProjectData(client, projectRef)
  }
  return (
    <section aria-label={rowSecurityText.label} className="flex flex-col gap-2 border-b p-4">
      <h3 className="flex items-center gap-2 font-medium">
        <Icon aria-hidden className={`size-4 ${isOn ? 'text-accent' : 'text-warning'}`} />
        {isOn ? (isForced ? rowSecurityText.forced : rowSecurityText.on) : rowSecurityText.off}
      </h3>
      <p className="text-soft">
        {stateText(isOn)}
        {isOn && count === 0 && rowSecurityText.noPolicies}
        {isForced && !isOn && rowSecurityText.forcedButOff}
        {isOn && !isForced && rowSecurityText.ownerExempt(owner)}
      </p>
      {parent !== null && <p className="text-soft">{rowSecurityText.partition(parent, name)}</p>}
      {open.length > 0 && <p className="text-warning">{rowSecurityText.openPartitions(openNames, open.length)}</p>}
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          {open.length > 0 && (
            <Button size="sm" variant="primary" onClick={() => setAsked('partitions')}>
              {rowSecurityText.enablePartitionsAsk(open.length)}
            </Button>
          )}
          <Button size="sm" variant={isOn ? 'secondary' : 'primary'} onClick={() => setAsked('rls')}>
            {isOn ? rowSecurityText.disableAsk : rowSecurityText.enableAsk}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setAsked('forced')}>
            {isForced ? rowSecurityText.exemptAsk : rowSecurityText.forceAsk}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={asked === 'rls'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={isOn ? rowSecurityText.disableTitle(name) : rowSecurityText.enableTitle(name)}
        description={switchText(!isOn, count)}
        confirmLabel={isOn ? rowSecurityText.disable : rowSecurityText.enable}
        isDanger={isOn}
        onConfirm={() => change(switchRls(projectRef, table, !isOn))}
      />
      <ConfirmDialog
        isOpen={asked === 'forced'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={isForced ? rowSecurityText.exemptTitle(name) : rowSecurityText.forceTitle(name)}
        description={forcedText(!isForced, owner)}
        confirmLabel={isForced ? rowSecurityText.exempt : rowSecurityText.force}
        isDanger={isForced}
        onConfirm={() => change(switchForcedRls(projectRef, table, !isForced))}
      />
      <ConfirmDialog
        isOpen={asked === 'partitions'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={rowSecurityText.enablePartitionsTitle(open.length)}
        description={rowSecurityText.enablePartitionsText(name, openNames, open.length)}
        confirmLabel={rowSecurityText.enable}
        onConfirm={() => change(enableRlsOf(projectRef, name, open))}
      />
    </section>
  )
}
