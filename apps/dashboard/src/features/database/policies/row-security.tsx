import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, ConfirmDialog } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { enableRlsOf, forcedText, stateText, switchForcedRls, switchRls, switchText } from '../../../scope/relations/rls-switch.ts'
import { parentText } from '../tables/partition-tree.ts'
import { relationQuery } from '../tables/table-queries.ts'

export interface RowSecurityProps {
  readonly projectRef: string
  readonly table: RelationSummary
  /** All below it, where it is partitioned. */
  readonly partitions: readonly RelationSummary[]
  /** How many policies it has. */
  readonly count: number
  readonly mayWrite: boolean
}

/** So many are told by name. */
const namedPartitions = 5

/** Whether rows are guarded, for whom, and the switches. */
export function RowSecurity({ projectRef, table, partitions, count, mayWrite }: RowSecurityProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'rls' | 'forced' | 'partitions' | null>(null)
  const { data: details } = useQuery(relationQuery(projectRef, table.id))
  const { rls_enabled: isOn, rls_forced: isForced, name } = table
  const owner = details?.owner ?? 'the owner'
  const parent = parentText(table)
  const open = isOn ? partitions.filter(({ rls_enabled }) => !rls_enabled) : []
  const openNames = `${open
    .slice(0, namedPartitions)
    .map((partition) => partition.name)
    .join(', ')}${open.length > namedPartitions ? ` and ${open.length - namedPartitions} more` : ''}`
  const openText = open.length === 1 ? 'its partition' : `its ${open.length} partitions`
  const Icon = isOn ? ShieldCheck : ShieldAlert
  const change = async (work: Promise<void>) => {
    await work
    await refreshProjectData(client, projectRef)
  }
  return (
    <section aria-label="Row-level security" className="flex flex-col gap-2 border-b p-4">
      <h3 className="flex items-center gap-2 font-medium">
        <Icon aria-hidden className={`size-4 ${isOn ? 'text-accent' : 'text-warning'}`} />
        Row-level security is {isOn ? (isForced ? 'on, also for the owner' : 'on') : 'off'}
      </h3>
      <p className="text-soft">
        {stateText(isOn)}
        {isOn && count === 0 && ' There is no policy: nobody sees or changes a row, except roles that bypass it.'}
        {isForced && !isOn && ` It is forced, which counts once it is on.`}
        {isOn && !isForced && ` ${owner} owns the table and sees every row.`}
      </p>
      {parent !== null && (
        <p className="text-soft">
          A partition has row-level security of its own: what is asked of {parent} goes by its policies, what is asked of {name} itself goes by these.
        </p>
      )}
      {open.length > 0 && (
        <p className="text-warning">
          It is off for {openNames}: asked for by {open.length === 1 ? 'its name' : 'their names'}, rows are shown past these policies.
        </p>
      )}
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          {open.length > 0 && (
            <Button size="sm" variant="primary" onClick={() => setAsked('partitions')}>
              Enable RLS of {openText}…
            </Button>
          )}
          <Button size="sm" variant={isOn ? 'secondary' : 'primary'} onClick={() => setAsked('rls')}>
            {isOn ? 'Disable RLS…' : 'Enable RLS…'}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setAsked('forced')}>
            {isForced ? 'Do not force it for the owner…' : 'Force it for the owner, too…'}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={asked === 'rls'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={isOn ? `Disable row-level security of ${name}?` : `Enable row-level security of ${name}?`}
        description={switchText(!isOn, count)}
        confirmLabel={isOn ? 'Disable RLS' : 'Enable RLS'}
        isDanger={isOn}
        onConfirm={() => change(switchRls(projectRef, table, !isOn))}
      />
      <ConfirmDialog
        isOpen={asked === 'forced'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={isForced ? `No longer force row-level security of ${name}?` : `Force row-level security of ${name}?`}
        description={forcedText(!isForced, owner)}
        confirmLabel={isForced ? 'Do not force' : 'Force RLS'}
        isDanger={isForced}
        onConfirm={() => change(switchForcedRls(projectRef, table, !isForced))}
      />
      <ConfirmDialog
        isOpen={asked === 'partitions'}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={`Enable row-level security of ${openText}?`}
        description={`What is asked of ${name} stays as it is. Asked for by ${open.length === 1 ? 'its name' : 'their names'}, ${openNames} will show no row to anon and authenticated except those that policies of ${open.length === 1 ? 'its' : 'their'} own allow. It can be disabled again.`}
        confirmLabel="Enable RLS"
        onConfirm={() => change(enableRlsOf(projectRef, name, open))}
      />
    </section>
  )
}
