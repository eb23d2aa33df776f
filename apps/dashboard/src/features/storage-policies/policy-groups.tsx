import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import type { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Button, buttonClass, EmptyState, SearchInput } from '@colonnade/ui'
import { Archive, SearchX, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { AppLink } from '../../lib/links/app-link.tsx'
import type { SearchProps } from '../../lib/object-page/object-search.ts'
import { paths } from '../../paths.ts'
import { DropPolicyDialog } from '../../scope/policies/drop-policy-dialog.tsx'
import { OpenedForm } from './form/opened-form.tsx'
import { groupPolicies, type PolicyGroup } from './model/groups.ts'
import { pageText } from './model/messages.ts'
import { PolicyGroupPanel } from './policy-group-panel.tsx'
import { storageSchema } from './queries.ts'
import type { StoragePoliciesSearch } from './search.ts'

export interface PolicyGroupsProps extends SearchProps<StoragePoliciesSearch> {
  readonly projectRef: string
  readonly buckets: readonly BucketSummary[]
  /** Policies in the storage schema. */
  readonly tables: readonly RelationSummary[]
  readonly policies: readonly policies.Policy[]
  readonly mayWrite: boolean
}

/** Shows a search from this many buckets on. */
const searchedFrom = 3

/** Lists the policies of each bucket with their forms. */
export function PolicyGroups(props: PolicyGroupsProps) {
  const { projectRef, search, onSearch, buckets, tables, policies: all, mayWrite } = props
  const [dropped, setDropped] = useState<policies.Policy | null>(null)
  const guarded = tables.filter(({ name }) => name === 'objects' || name === 'buckets')
  const open = guarded.filter(({ rls_enabled }) => !rls_enabled)
  const groups = groupPolicies(
    all.filter(({ table_id }) => guarded.some(({ id }) => id === table_id)),
    buckets,
  )
  const words = search.q?.trim().toLowerCase() ?? ''
  const shown = groups.filter((group) => textOf(group).includes(words))
  const droppedFrom = guarded.find(({ id }) => id === dropped?.table_id)
  return (
    <div className="flex flex-col gap-4">
      {open.length > 0 && <OpenTables projectRef={projectRef} tables={open} />}
      {groups.length >= searchedFrom && (
        <SearchInput
          label={pageText.search}
          placeholder={pageText.searchPlaceholder}
          className="w-full md:w-72"
          value={search.q ?? ''}
          onChange={(event) => onSearch({ ...search, q: event.target.value === '' ? undefined : event.target.value }, { isReplaced: true })}
        />
      )}
      {groups.length === 0 ? (
        <EmptyState
          icon={<Archive aria-hidden />}
          title={pageText.empty.title}
          action={
            <AppLink href={paths.project.buckets(projectRef)} className={buttonClass({ variant: 'primary' })}>
              {pageText.empty.action}
            </AppLink>
          }
        >
          {pageText.empty.text}
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={pageText.noMatch.title}
          action={<Button onClick={() => onSearch({ ...search, q: undefined }, { isReplaced: true })}>{pageText.noMatch.action}</Button>}
        >
          {pageText.noMatch.text}
        </EmptyState>
      ) : (
        shown.map((group) => (
          <PolicyGroupPanel
            key={group.key}
            projectRef={projectRef}
            group={group}
            all={all}
            mayWrite={mayWrite}
            onAct={(act) => onSearch({ ...search, open: group.key, act })}
            onDrop={setDropped}
          />
        ))
      )}
      {mayWrite && search.open !== undefined && search.act !== undefined && (
        <OpenedForm
          key={`${search.open} ${search.act}`}
          projectRef={projectRef}
          groupKey={search.open}
          act={search.act}
          buckets={buckets}
          tables={guarded}
          policies={all}
          onAct={(act, options) => onSearch({ ...search, open: act === undefined ? undefined : search.open, act }, options)}
        />
      )}
      {dropped !== null && droppedFrom !== undefined && (
        <DropPolicyDialog
          projectRef={projectRef}
          table={droppedFrom}
          policy={dropped}
          policies={all.filter(({ table_id }) => table_id === dropped.table_id)}
          onClose={() => setDropped(null)}
        />
      )}
    </div>
  )
}

const textOf = ({ bucketId, policies: found }: PolicyGroup): string =>
  [bucketId ?? pageText.all, ...found.map(({ name }) => name)].join(' ').toLowerCase()

function OpenTables({ projectRef, tables }: { readonly projectRef: string; readonly tables: readonly RelationSummary[] }) {
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-danger/40 bg-danger-tint px-3 py-2.5">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <p>{pageText.rlsOff(tables.map(({ name }) => name))}</p>
        <AppLink
          href={paths.project.policies(projectRef, { schema: storageSchema, id: tables[0]!.id })}
          className={buttonClass({ size: 'sm', variant: 'secondary' })}
        >
          {pageText.rlsAction}
        </AppLink>
      </div>
    </div>
  )
}
