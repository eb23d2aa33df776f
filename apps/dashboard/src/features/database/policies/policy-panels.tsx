import type { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { GonePanel } from '../objects/gone-panel.tsx'
import { useLastThere } from '../objects/use-last-there.ts'
import { PolicyForm } from './policy-form.tsx'
import { policyCommentQuery } from './policy-queries.ts'
import { TablePoliciesPanel } from './table-policies-panel.tsx'

export interface PolicyPanelsProps {
  readonly projectRef: string
  /** Null when it is not there any more. */
  readonly table: RelationSummary | null
  /** All below it, where it is partitioned. */
  readonly partitions: readonly RelationSummary[]
  /** All of the table. */
  readonly policies: readonly policies.Policy[]
  readonly mayWrite: boolean
  /** Whether others' rows may be looked at as somebody else. */
  readonly mayTry: boolean
  /** "new", "edit.16384", "duplicate.16384"; the table itself is shown else. */
  readonly act: string | undefined
  readonly onAct: (act: string | undefined, options?: { readonly isSaved?: boolean }) => void
  readonly onClose: () => void
}

/** What is open over the list: a table with its policies, or one of them that is written. */
export function PolicyPanels(props: PolicyPanelsProps) {
  const { projectRef, policies: found, mayWrite, act, onAct, onClose } = props
  const [verb, id] = act?.split('.') ?? []
  const policy = useLastThere(act, found.find((candidate) => String(candidate.id) === id) ?? null)
  const isForm = mayWrite && (verb === 'new' || verb === 'edit' || verb === 'duplicate')
  const last = useLastThere('table', props.table)
  const table = isForm ? last : props.table
  if (table === null)
    return <GonePanel onClose={onClose}>The table was dropped or renamed since the list was loaded, or it is in another schema.</GonePanel>
  const form = {
    projectRef,
    table,
    others: found,
    onClose: () => onAct(undefined),
    onDone: () => onAct(undefined, { isSaved: true }),
  }
  if (mayWrite && verb === 'new') return <PolicyForm {...form} policy={null} comment={null} isCopy={false} />
  if (mayWrite && (verb === 'edit' || verb === 'duplicate')) {
    if (policy === null) return <GonePanel onClose={form.onClose}>The policy was dropped since the list was loaded.</GonePanel>
    return <StoredPolicyForm key={act} {...form} policy={policy} isCopy={verb === 'duplicate'} />
  }
  return <TablePoliciesPanel {...props} table={table} />
}

type StoredProps = Omit<Parameters<typeof PolicyForm>[0], 'policy' | 'comment'> & { readonly policy: policies.Policy }

/** The form of a policy that there is, once its comment has come. */
function StoredPolicyForm(props: StoredProps) {
  const { data: comment, error, refetch } = useQuery(policyCommentQuery(props.projectRef, props.policy.id))
  if (comment === undefined) {
    return (
      <SidePanel title={props.policy.name} size="wide" onClose={props.onClose} footer={<Button onClick={props.onClose}>Close</Button>}>
        {error === null ? <Skeleton className="m-4 h-24" /> : <ErrorNotice error={error} onRetry={() => void refetch()} className="m-4" />}
      </SidePanel>
    )
  }
  return <PolicyForm {...props} comment={comment} />
}
