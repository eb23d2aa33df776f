import type { policies } from '@colonnade/pg-meta'
import { Badge, Button, Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { Archive, Layers, PackageX, Plus, TriangleAlert } from 'lucide-react'
import { AppLink } from '../../lib/links/app-link.tsx'
import { paths } from '../../paths.ts'
import { PolicyEntry } from '../../scope/policies/policy-list.tsx'
import { AccessTable } from './access-table.tsx'
import type { PolicyGroup } from './model/groups.ts'
import { addSelect, addSelectFor, pageText, warningText } from './model/messages.ts'
import { type PolicyWarning, warningsOf } from './model/warnings.ts'

export interface PolicyGroupPanelProps {
  readonly projectRef: string
  readonly group: PolicyGroup
  /** Policies in the storage schema. */
  readonly all: readonly policies.Policy[]
  readonly mayWrite: boolean
  readonly onAct: (act: string) => void
  readonly onDrop: (policy: policies.Policy) => void
}

/** Shows who can use the files in a bucket, with warnings and its policies. */
export function PolicyGroupPanel({ projectRef, group, all, mayWrite, onAct, onDrop }: PolicyGroupPanelProps) {
  const { bucketId, bucket, policies: found } = group
  const isMissing = bucketId !== null && bucket === null
  const warnings = isMissing ? [] : warningsOf(all, bucket)
  const ordered = found.toSorted((one, other) => order(one).localeCompare(order(other)))
  const label = bucketId ?? pageText.all
  return (
    <Panel label={label}>
      <PanelHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {bucketId === null ? (
              <Layers aria-hidden className="size-4 shrink-0 text-faint" />
            ) : isMissing ? (
              <PackageX aria-hidden className="size-4 shrink-0 text-faint" />
            ) : (
              <Archive aria-hidden className="size-4 shrink-0 text-faint" />
            )}
            {bucket === null ? (
              <span className="wrap-anywhere">{label}</span>
            ) : (
              <AppLink href={paths.project.bucket(projectRef, bucket.id)} className="rounded-sm wrap-anywhere hover:text-accent">
                {bucket.name}
              </AppLink>
            )}
            {isMissing && <Badge tone="warning">{pageText.missing}</Badge>}
            {bucket !== null && <Badge tone={bucket.public ? 'warning' : 'neutral'}>{bucket.public ? pageText.isPublic : pageText.isPrivate}</Badge>}
            {bucketId === null && <span className="text-xs font-normal text-faint">{pageText.allHint}</span>}
          </span>
        }
        aside={
          mayWrite &&
          !isMissing && (
            <Button size="sm" aria-label={pageText.newPolicyFor(label)} onClick={() => onAct('new')}>
              <Plus aria-hidden />
              {pageText.newPolicy}
            </Button>
          )
        }
      />
      {bucket !== null && <AccessTable bucket={bucket} all={all} />}
      {warnings.length > 0 && (
        <ul aria-label={pageText.warningsOf(label)} className="flex flex-col gap-2 bg-warning-tint px-4 py-2.5 text-xs">
          {warnings.map((warning, at) => (
            <li key={`${warning.kind} ${warningText(warning)}`} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
              <span className="min-w-0 flex-1 wrap-anywhere">{warningText(warning)}</span>
              {mayWrite && at === warnings.findIndex(lacksSelect) && (
                <Button size="sm" aria-label={addSelectFor(label)} onClick={() => onAct('new.SELECT')}>
                  {addSelect}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {ordered.length === 0 ? (
        <PanelContent className="py-3 text-xs text-faint">{pageText.noPolicies}</PanelContent>
      ) : (
        <ul aria-label={pageText.policiesOf(label)} className="flex flex-col ruled px-1">
          {ordered.map((policy) => (
            <PolicyEntry
              key={policy.id}
              policy={policy}
              tags={
                <>
                  <Badge>{policy.command}</Badge>
                  {policy.table === 'buckets' && <Badge>{pageText.onBuckets}</Badge>}
                </>
              }
              mayWrite={mayWrite}
              onEdit={({ id }) => onAct(`edit.${id}`)}
              onDuplicate={({ id }) => onAct(`duplicate.${id}`)}
              onDrop={onDrop}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const lacksSelect = ({ kind }: PolicyWarning): boolean => kind === 'unreadable' || kind === 'no-select'

const commands = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE']
const order = ({ table, command, name }: policies.Policy): string => `${table === 'objects' ? 0 : 1} ${commands.indexOf(command)} ${name}`
