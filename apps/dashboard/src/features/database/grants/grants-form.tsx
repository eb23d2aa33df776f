import type { RelationGrants } from '@colonnade/pg-meta/grants'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Badge, Checkbox, Field, SearchSelect } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { ChangePanel } from '../../../scope/changes/change-panel.tsx'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { rolesQuery } from '../roles/role-queries.ts'
import { rolesIn } from './grant-list.tsx'
import { differenceOf, draftOf, losersOf, privilegesOf, withPrivilege, type GrantsDraft } from './grants-draft.ts'
import { grantsQuery } from './grants-query.ts'
import { grantText } from './messages.ts'

export interface GrantsFormProps {
  readonly projectRef: string
  readonly relation: RelationSummary
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Grants and revokes privileges on a relation, role by role; all changes are saved together. */
export function GrantsForm(props: GrantsFormProps) {
  const { projectRef, relation } = props
  const query = grantsQuery(projectRef, relation.id)
  const { data } = useQuery(query)
  if (data) return <Form {...props} first={data} />
  return (
    <SidePanel title={grantText.formTitle(relation.name)} size="wide" onClose={props.onClose}>
      <Loaded query={query} label={grantText.label} className="p-4">
        {() => null}
      </Loaded>
    </SidePanel>
  )
}

const nothing = ''

function Form({ projectRef, relation, onClose, onDone, first }: GrantsFormProps & { readonly first: RelationGrants }) {
  // changes are computed against what was loaded first
  const [found] = useState(first)
  const [draft, setDraft] = useState<GrantsDraft>(new Map())
  const [added, setAdded] = useState<readonly string[]>([])
  const { data: all = [] } = useQuery(rolesQuery(projectRef))
  const shown = [...added, ...rolesIn(found).filter((role) => role !== found.owner)]
  const others = ['public', ...all.map(({ name }) => name)].filter((name) => !shown.includes(name) && name !== found.owner && !name.startsWith('pg_'))
  const outcome = draftOf(relation, found, draft)
  return (
    <ChangePanel
      projectRef={projectRef}
      title={grantText.formTitle(relation.name)}
      description={grantText.ownerHas(found.owner)}
      size="wide"
      draft={outcome}
      submitLabel={grantText.submit}
      doneText={grantText.done(relation.name)}
      onClose={onClose}
      onDone={onDone}
      isSqlOpen
      costs={<p className="px-4 pb-4 text-xs text-soft">{grantText.costs}</p>}
    >
      {() => (
        <>
          <Field label={grantText.addRole}>
            <SearchSelect
              value={nothing}
              options={[
                { value: nothing, label: grantText.addRole },
                ...others.map((name) => ({ value: name, label: name, ...(name === 'public' && { hint: grantText.everyone.toLowerCase() }) })),
              ]}
              searchLabel={grantText.searchRoles}
              emptyText={grantText.noRole}
              onValueChange={(role) => role !== nothing && setAdded([role, ...added])}
            />
          </Field>
          {shown.map((role) => (
            <RoleGrants
              key={role}
              role={role}
              found={found}
              draft={draft}
              onChange={(privilege, isGranted) => setDraft((now) => withPrivilege(now, found, role, privilege, isGranted))}
            />
          ))}
        </>
      )}
    </ChangePanel>
  )
}

interface RoleGrantsProps {
  readonly role: string
  readonly found: RelationGrants
  readonly draft: GrantsDraft
  readonly onChange: (privilege: RelationGrants['types'][number], isGranted: boolean) => void
}

function RoleGrants({ role, found, draft, onChange }: RoleGrantsProps) {
  const held = draft.get(role) ?? privilegesOf(found, role)
  const losers = losersOf(found, role, differenceOf(found, draft, role).revoked)
  const isGrantable = found.grants.some((grant) => grant.grantee === role && grant.is_grantable)
  return (
    <fieldset aria-label={grantText.privilegesOf(role)} className="flex flex-col gap-2 rounded-md border p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-xs font-medium wrap-anywhere">{role}</span>
        {role === 'public' && <span className="text-xs text-faint">{grantText.everyone}</span>}
        {isGrantable && <Badge tone="neutral">{grantText.withOption}</Badge>}
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {found.types.map((type) => (
          <Checkbox key={type} label={type} isChecked={held.has(type)} onCheckedChange={(isGranted) => onChange(type, isGranted)} />
        ))}
      </div>
      {losers.length > 0 && <p className="text-xs text-warning">{grantText.losers(role, losers)}</p>}
    </fieldset>
  )
}
