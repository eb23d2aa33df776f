import { dropByName } from '@colonnade/pg-meta/drops'
import { removeRoleHoldings, type RoleSummary } from '@colonnade/pg-meta/roles'
import { Checkbox, CodeBlock, ConfirmDialog, Field, SegmentedControl, Select, Skeleton, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { runChange } from '../../../scope/changes/database-change.ts'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { HoldingsList } from './holdings-list.tsx'
import { deleteRoleText as text, roleText } from './messages.ts'
import { holdingsQuery } from './role-queries.ts'

export interface RoleDropDialogProps {
  readonly projectRef: string
  readonly role: RoleSummary
  readonly all: readonly RoleSummary[]
  readonly onClose: () => void
  readonly onDropped: () => void
}

const fates = [
  { value: 'reassign', label: text.fates.reassign },
  { value: 'drop', label: text.fates.drop },
] as const
type Fate = (typeof fates)[number]['value']

/** Asks before deleting a role. Its objects go to another role or are deleted with it, in the same transaction. */
export function RoleDropDialog({ projectRef, role: { name, activeConnections }, all, onClose, onDropped }: RoleDropDialogProps) {
  const client = useQueryClient()
  const [fate, setFate] = useState<Fate>('reassign')
  const [heir, setHeir] = useState(all.find(({ isCurrent }) => isCurrent)?.name ?? '')
  const [isCascade, setIsCascade] = useState(false)
  const holdings = useQuery(holdingsQuery(projectRef, name))
  const found = holdings.data ?? []
  const owned = found.filter(({ how, isElsewhere }) => how === 'owns' && !isElsewhere)
  const isElsewhere = found.some((holding) => holding.isElsewhere)
  const how = fate === 'reassign' ? { reassignTo: heir } : { cascade: isCascade }
  const commands = [
    ...(found.length === 0 ? [] : [removeRoleHoldings({ name }, owned.length === 0 ? { cascade: false } : how)]),
    dropByName({ kind: 'role', name }),
  ]
  const losesRows = fate === 'drop' && (isCascade || owned.some(({ kind }) => kind === 'table'))
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text.title(name)}
      description={
        <>
          {text.lost(name)}
          {activeConnections > 0 && text.open(activeConnections)}
        </>
      }
      confirmLabel={text.submit}
      {...(losesRows && { typedName: name })}
      isDanger
      isConfirmDisabled={!holdings.isSuccess || isElsewhere}
      onConfirm={async () => {
        try {
          await runChange(projectRef, { name: text.change(name), commands })
        } catch (error) {
          // it may own something else by now
          void holdings.refetch()
          throw error
        }
        toast.success(text.done(name))
        void refreshProjectData(client, projectRef)
        onDropped()
      }}
    >
      {holdings.isPending && <Skeleton className="h-16 w-full" />}
      {holdings.error !== null && <ErrorNotice error={holdings.error} onRetry={() => void holdings.refetch()} />}
      {holdings.isSuccess && found.length === 0 && <p className="text-soft">{text.nothing}</p>}
      {found.length > 0 && <HoldingsList label={roleText.holdings} holdings={found} />}
      {isElsewhere && (
        <p role="alert" className="text-danger">
          {text.elsewhere}
        </p>
      )}
      {owned.length > 0 && !isElsewhere && (
        <>
          <SegmentedControl<Fate> label={text.owned} value={fate} options={fates} onValueChange={setFate} />
          {fate === 'reassign' ? (
            <Field label={text.newOwner}>
              <Select<string>
                value={heir}
                options={all.flatMap((other) =>
                  other.isUsable && other.name !== name && !other.name.startsWith('pg_') ? [{ value: other.name, label: other.name }] : [],
                )}
                onValueChange={setHeir}
              />
            </Field>
          ) : (
            <Checkbox isChecked={isCascade} onCheckedChange={setIsCascade} label={text.cascade} />
          )}
        </>
      )}
      <CodeBlock code={commands.map(({ sql }) => sql).join('\n')} label={text.sql} isWrapped className="max-h-32" />
    </ConfirmDialog>
  )
}
