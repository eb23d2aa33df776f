import type { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { SidePanel } from '../../lib/panels/side-panel.tsx'
import { GonePanel } from '../../lib/object-page/gone-panel.tsx'
import { useLastThere } from '../../lib/object-page/use-last-there.ts'
import { policyFormText } from './messages.ts'
import { PolicyForm } from './policy-form.tsx'
import { policyCommentQuery } from './policy-queries.ts'

/** A table with its policies and the actions of its panels. */
export interface GuardedTableProps {
  readonly projectRef: string
  readonly table: RelationSummary
  /** All levels below it, if it's partitioned. */
  readonly partitions: readonly RelationSummary[]
  /** All policies of the table. */
  readonly policies: readonly policies.Policy[]
  /** "new", "edit.16384", "duplicate.16384"; otherwise the table itself is shown. */
  readonly onAct: (act: string | undefined, options?: { readonly isSaved?: boolean }) => void
}

export interface OpenedPolicyProps
  extends Pick<GuardedTableProps, 'projectRef' | 'table' | 'policies' | 'onAct'>, Pick<Parameters<typeof PolicyForm>[0], 'templates' | 'start'> {
  readonly act: string
}

/** Returns whether the address opens the form of a policy. */
export const isPolicyForm = (act: string): boolean => /^(new|edit|duplicate)(\.|$)/.test(act)

/** Shows the form of a new, edited or duplicated policy. */
export function OpenedPolicy({ projectRef, table, policies: found, act, templates, start, onAct }: OpenedPolicyProps) {
  const [verb, id] = act.split('.')
  const policy = useLastThere(act, found.find((candidate) => String(candidate.id) === id) ?? null)
  const form = {
    projectRef,
    table,
    others: found,
    templates,
    ...(start !== undefined && { start }),
    onClose: () => onAct(undefined),
    onDone: () => onAct(undefined, { isSaved: true }),
  }
  if (verb === 'new') return <PolicyForm {...form} policy={null} comment={null} isCopy={false} />
  if (policy === null) return <GonePanel onClose={form.onClose}>{policyFormText.gone}</GonePanel>
  return <StoredPolicyForm key={act} {...form} policy={policy} isCopy={verb === 'duplicate'} />
}

type StoredProps = Omit<Parameters<typeof PolicyForm>[0], 'policy' | 'comment'> & { readonly policy: policies.Policy }

/** Shows the form of an existing policy once its comment is loaded. */
function StoredPolicyForm(props: StoredProps) {
  const { data: comment, error, refetch } = useQuery(policyCommentQuery(props.projectRef, props.policy.id))
  if (comment === undefined) {
    return (
      <SidePanel
        title={props.policy.name}
        size="wide"
        onClose={props.onClose}
        footer={<Button onClick={props.onClose}>{policyFormText.close}</Button>}
      >
        {error === null ? <Skeleton className="m-4 h-24" /> : <ErrorNotice error={error} onRetry={() => void refetch()} className="m-4" />}
      </SidePanel>
    )
  }
  return <PolicyForm {...props} comment={comment} />
}
