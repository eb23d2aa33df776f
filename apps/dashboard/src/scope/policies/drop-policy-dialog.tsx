import type { policies } from '@colonnade/pg-meta'
import { dropByName } from '@colonnade/pg-meta/drops'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { DropDialog } from '../drops/drop-dialog.tsx'
import { refreshProjectData } from '../keys/keys.ts'
import { dropPolicyText } from './messages.ts'

export interface DropPolicyDialogProps {
  readonly projectRef: string
  readonly table: Pick<RelationSummary, 'schema' | 'name' | 'rls_enabled'>
  readonly policy: policies.Policy
  /** All policies of the table. */
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
      noun={dropPolicyText.noun}
      name={policy.name}
      description={dropText(policy, found, table)}
      drop={() => dropByName({ kind: 'policy', schema: table.schema, table: table.name, name: policy.name })}
      onClose={onClose}
      onDropped={() => {
        toast.success(dropPolicyText.deleted(policy.name))
        onClose()
        void refreshProjectData(client, projectRef)
      }}
    />
  )
}

/** Explains what the deletion changes for clients. */
function dropText(policy: policies.Policy, found: readonly policies.Policy[], table: DropPolicyDialogProps['table']): string {
  if (!table.rls_enabled) return dropPolicyText.noEffect(table.name)
  if (policy.action === 'RESTRICTIVE') return dropPolicyText.restrictive(policy.roles)
  const isLast = !found.some(({ id, action }) => id !== policy.id && action === 'PERMISSIVE')
  const start = dropPolicyText.permissive(policy.roles, dropPolicyText.actions[policy.command])
  return isLast ? `${start}${dropPolicyText.last(table.name)}` : start
}
