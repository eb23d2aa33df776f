import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import type { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { literal, toText } from '@colonnade/sql'
import { OpenedPolicy } from '../../../scope/policies/opened-policy.tsx'
import { emptyPolicy } from '../../../scope/policies/policy-draft.ts'
import { fileCommands, type FileCommand } from '../model/access.ts'
import { allKey, keyOfBucket } from '../model/groups.ts'
import { TemplatePanel } from './template-panel.tsx'

export interface OpenedFormProps {
  readonly projectRef: string
  /** Key of the group it was opened from. */
  readonly groupKey: string
  /** "new", "new.SELECT", "write", "edit.16384", "duplicate.16384". */
  readonly act: string
  readonly buckets: readonly BucketSummary[]
  readonly tables: readonly RelationSummary[]
  readonly policies: readonly policies.Policy[]
  readonly onAct: (act: string | undefined, options?: { readonly isSaved?: boolean }) => void
}

/** Shows the form in the URL: templates for a bucket, or the form of one policy, as in the database section. */
export function OpenedForm({ projectRef, groupKey, act, buckets, tables, policies: all, onAct }: OpenedFormProps) {
  const [verb = '', rest = ''] = act.split('.')
  const objects = tables.find(({ name }) => name === 'objects')
  if (objects === undefined) return null
  const bucket = groupKey === allKey ? null : (buckets.find(({ id }) => keyOfBucket(id) === groupKey)?.id ?? null)
  if (verb === 'new') {
    const commands = fileCommands.filter((command) => command === rest) as readonly FileCommand[]
    return (
      <TemplatePanel
        projectRef={projectRef}
        bucket={bucket}
        commands={commands.length > 0 ? commands : undefined}
        buckets={buckets}
        taken={all.filter(({ table }) => table === 'objects').map(({ name }) => name)}
        onWrite={() => onAct('write')}
        onClose={() => onAct(undefined)}
        onDone={() => onAct(undefined, { isSaved: true })}
      />
    )
  }
  const policy = all.find(({ id }) => String(id) === rest)
  const table = tables.find(({ id }) => id === policy?.table_id) ?? objects
  const expression = bucket === null ? '' : `bucket_id = ${toText(literal(bucket))}`
  return (
    <OpenedPolicy
      projectRef={projectRef}
      table={table}
      policies={all.filter(({ table_id }) => table_id === table.id)}
      act={verb === 'write' ? 'new' : act}
      templates={[]}
      start={{ ...emptyPolicy, command: 'SELECT', roles: ['authenticated'], definition: expression, check: expression }}
      onAct={onAct}
    />
  )
}
