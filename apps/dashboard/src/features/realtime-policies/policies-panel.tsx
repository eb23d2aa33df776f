import type { policies } from '@colonnade/pg-meta'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Badge, Button, buttonClass, EmptyState, Panel, PanelHeader } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus, ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { AppLink } from '../../lib/links/app-link.tsx'
import type { SearchProps } from '../../lib/object-page/object-search.ts'
import { paths } from '../../paths.ts'
import { DropPolicyDialog } from '../../scope/policies/drop-policy-dialog.tsx'
import { PolicyEntry } from '../../scope/policies/policy-list.tsx'
import { ReachTable } from '../../scope/policies/reach-table.tsx'
import { rolesOf } from '../../scope/policies/reach.ts'
import { realtimeSettingsQuery } from '../../scope/realtime/settings-query.ts'
import { OpenedForm } from './form/opened-form.tsx'
import { channelActions, meaningOf, reachOf, warningsOf } from './model/access.ts'
import { actionText, meaningText, pageText, reachText, warningText } from './model/messages.ts'
import type { RealtimePoliciesSearch } from './search.ts'

export interface PoliciesPanelProps extends SearchProps<RealtimePoliciesSearch> {
  readonly projectRef: string
  readonly table: RelationSummary
  /** Policies of the table. */
  readonly policies: readonly policies.Policy[]
  readonly mayWrite: boolean
}

const columns = channelActions.map(({ id }) => ({ id, label: actionText[id] }))
const commands = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE']

/** Shows who can use private channels, the policies, and their forms. */
export function PoliciesPanel({ projectRef, search, onSearch, table, policies: all, mayWrite }: PoliciesPanelProps) {
  const [dropped, setDropped] = useState<policies.Policy | null>(null)
  const onAct = (act: string | undefined, options?: { readonly isSaved?: boolean }) => onSearch({ ...search, act }, options)
  const warnings = warningsOf(all)
  const ordered = all.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)))
  const newButton = mayWrite && (
    <Button variant={all.length === 0 ? 'primary' : 'secondary'} size={all.length === 0 ? 'md' : 'sm'} onClick={() => onAct('new')}>
      <Plus aria-hidden />
      {pageText.newPolicy}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      {!table.rls_enabled && <RlsOff projectRef={projectRef} table={table} />}
      <PublicNotice projectRef={projectRef} />
      {all.length === 0 ? (
        <EmptyState icon={<ShieldCheck aria-hidden />} title={pageText.empty.title} action={newButton}>
          {pageText.empty.text}
        </EmptyState>
      ) : (
        <>
          <Panel label={pageText.access}>
            <PanelHeader title={pageText.access} />
            <ReachTable
              label={pageText.access}
              columns={columns}
              roles={rolesOf(all)}
              cellOf={(role, id) => {
                const reach = reachOf(
                  all,
                  role,
                  channelActions.find((action) => action.id === id)!,
                )
                return { reach, ...reachText[reach] }
              }}
            />
            {warnings.length > 0 && (
              <ul aria-label={pageText.warnings} className="flex flex-col gap-2 bg-warning-tint px-4 py-2.5 text-xs">
                {warnings.map((warning) => (
                  <li key={warningText(warning)} className="flex items-start gap-2">
                    <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
                    <span className="min-w-0 flex-1 wrap-anywhere">{warningText(warning)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          <Panel label={pageText.policies}>
            <PanelHeader title={pageText.policies} aside={newButton} />
            <ul aria-label={pageText.policies} className="flex flex-col ruled px-1">
              {ordered.map((policy) => (
                <PolicyEntry
                  key={policy.id}
                  policy={policy}
                  tags={<Badge>{policy.command}</Badge>}
                  meaning={meaningText(policy, meaningOf(policy))}
                  mayWrite={mayWrite}
                  onEdit={({ id }) => onAct(`edit.${id}`)}
                  onDuplicate={({ id }) => onAct(`duplicate.${id}`)}
                  onDrop={setDropped}
                />
              ))}
            </ul>
          </Panel>
        </>
      )}
      {mayWrite && search.act !== undefined && (
        <OpenedForm key={search.act} projectRef={projectRef} act={search.act} table={table} policies={all} onAct={onAct} />
      )}
      {dropped !== null && (
        <DropPolicyDialog projectRef={projectRef} table={table} policy={dropped} policies={all} onClose={() => setDropped(null)} />
      )}
    </div>
  )
}

const orderOf = ({ command, name }: policies.Policy): string => `${commands.indexOf(command)} ${name}`

function RlsOff({ projectRef, table }: Pick<PoliciesPanelProps, 'projectRef' | 'table'>) {
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-danger/40 bg-danger-tint px-3 py-2.5">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <p>{pageText.rlsOff}</p>
        <AppLink href={paths.project.policies(projectRef, table)} className={buttonClass({ size: 'sm', variant: 'secondary' })}>
          {pageText.rlsAction}
        </AppLink>
      </div>
    </div>
  )
}

/** Warns that policies only protect private channels while public ones are allowed. */
function PublicNotice({ projectRef }: { readonly projectRef: string }) {
  const { data: settings } = useQuery(realtimeSettingsQuery(projectRef))
  if (settings === undefined || settings.private_only) return null
  return (
    <p className="text-xs text-soft">
      {pageText.publicOpen}{' '}
      <AppLink href={paths.project.realtimeSettings(projectRef)} className="text-accent underline">
        {pageText.publicAction}
      </AppLink>
    </p>
  )
}
