import type { policies } from '@colonnade/pg-meta'
import { dropByName } from '@colonnade/pg-meta/drops'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { DropDialog } from '../drops/drop-dialog.tsx'
import { refreshProjectData } from '../keys/keys.ts'

export interface DropPolicyDialogProps {
  readonly projectRef: string
  readonly table: Pick<RelationSummary, 'schema' | 'name' | 'rls_enabled'>
  readonly policy: policies.Policy
  /** All of the table. */
  readonly policies: readonly policies.Policy[]
  readonly onClose: () => void
}

/** Asks before a policy is deleted, and says who loses or gains access. */
export function DropPolicyDialog({ projectRef, table, policy, policies: found, onClose }: DropPolicyDialogProps) {
  const client = useQueryClient()
  return (
    <DropDialog
      projectRef={projectRef}
      target={{ catalog: 'pg_policy', id: policy.id }}
      noun="policy"
      name={policy.name}
      description={dropText(policy, found, table)}
      drop={() => dropByName({ kind: 'policy', schema: table.schema, table: table.name, name: policy.name })}
      onClose={onClose}
      onDropped={() => {
        toast.success(`${policy.name} deleted`)
        onClose()
        void refreshProjectData(client, projectRef)
      }}
    />
  )
}

/** What it means for those who use the table. */
function dropText(policy: policies.Policy, found: readonly policies.Policy[], table: DropPolicyDialogProps['table']): string {
  const command =
    policy.command === 'ALL' ? 'read or write' : ({ SELECT: 'read', INSERT: 'add', UPDATE: 'change', DELETE: 'delete' } as const)[policy.command]
  if (!table.rls_enabled) return `It does nothing now, since row-level security of ${table.name} is off.`
  if (policy.action === 'RESTRICTIVE')
    return `Rows that it kept back from ${policy.roles.join(', ')} can be reached where another policy lets them through.`
  const isLast = !found.some(({ id, action }) => id !== policy.id && action === 'PERMISSIVE')
  const start = `${policy.roles.join(', ')} can no longer ${command} the rows that only this policy let through.`
  return isLast ? `${start} It is the last that lets rows through: the API will show no row of ${table.name}.` : start
}
