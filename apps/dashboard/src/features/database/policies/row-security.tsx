import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, ConfirmDialog } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { forcedText, stateText, switchForcedRls, switchRls, switchText } from '../../../scope/relations/rls-switch.ts'
import { relationQuery } from '../tables/table-queries.ts'

export interface RowSecurityProps {
  readonly projectRef: string
  readonly table: RelationSummary
  /** How many policies it has. */
  readonly count: number
  readonly mayWrite: boolean
}

/** Whether rows are guarded, for whom, and the switches. */
export function RowSecurity({ projectRef, table, count, mayWrite }: RowSecurityProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<'rls' | 'forced' | null>(null)
  const { data: details } = useQuery(relationQuery(projectRef, table.id))
  const { rls_enabled: isOn, rls_forced: isForced, name } = table
  const owner = details?.owner ?? 'the owner'
  const Icon = isOn ? ShieldCheck : ShieldAlert
  const change = async (work: Promise<void>) => {
    await work
    await client.invalidateQueries({ queryKey: ['projects', projectRef], predicate: ({ queryKey }) => queryKey.length > 2 })
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
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
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
    </section>
  )
}
