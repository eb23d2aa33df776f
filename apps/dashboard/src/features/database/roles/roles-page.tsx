import type { RoleSummary } from '@colonnade/pg-meta/roles'
import { Badge, EmptyState, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../../lib/bytes.ts'
import { useMayWrite } from '../../../scope/permissions.ts'
import { CutText } from '../objects/cut-text.tsx'
import { NewButton } from '../objects/new-button.tsx'
import { ObjectPage, type ObjectColumn } from '../objects/object-page.tsx'
import { isFormOpen, type SearchProps } from '../objects/object-search.ts'
import { EntryButton } from '../objects/entry-button.tsx'
import { originOf, roleFlags } from './role-draft.ts'
import { RoleForm } from './role-form.tsx'
import { RolePanel } from './role-panel.tsx'
import { rolesQuery } from './role-queries.ts'

export interface RolesPageProps extends SearchProps {
  readonly projectRef: string
}

type Shown = 'usual' | 'own' | 'all'

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'usual', label: 'All but Postgres’s own' },
  { value: 'own', label: 'Made here' },
  { value: 'all', label: 'All' },
]

/** Who connects to the database and what it may do there: the roles of the server. */
export function RolesPage({ projectRef, search, onSearch }: RolesPageProps) {
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  const [shown, setShown] = useState<Shown>('usual')
  const { data, error, refetch } = useQuery(rolesQuery(projectRef))
  const items = data?.filter((role) => shown === 'all' || originOf(role) === 'own' || (shown === 'usual' && originOf(role) === 'project'))
  const open = data?.find(({ name }) => name === search.open)
  const mayEdit = open !== undefined && mayWrite && open.isAlterable && originOf(open) === 'own'
  const close = () => onSearch({ ...search, open: undefined, act: undefined })
  const newButton = mayWrite && <NewButton noun="role" onClick={() => onSearch({ ...search, open: undefined, act: 'new' })} />
  const columns: readonly ObjectColumn<RoleSummary>[] = [
    {
      label: 'Name',
      sortBy: ({ name }) => name,
      renderCell: (role, tabIndex) => (
        <EntryButton tabIndex={tabIndex} onOpen={() => onSearch({ ...search, open: role.name })} className="items-center gap-2">
          <span className="flex min-w-0 flex-col max-md:flex-1">
            <span className="truncate font-mono text-xs" title={role.name}>
              {role.name}
            </span>
            <span className="truncate text-xs text-soft md:hidden">
              {[connectionsText(role), attributesText(role)].filter((text) => text !== '').join(' · ')}
            </span>
          </span>
          {originOf(role) !== 'own' && <Badge tone="neutral">read-only</Badge>}
          {role.comment !== null && (
            <span className="min-w-0 flex-1 truncate text-xs text-faint max-md:hidden" title={role.comment}>
              {role.comment}
            </span>
          )}
        </EntryButton>
      ),
    },
    {
      label: 'Connections',
      className: 'w-32',
      isNumber: true,
      sortBy: ({ activeConnections }) => activeConnections,
      renderCell: (role) => limitedText(role),
    },
    {
      label: 'Member of',
      className: 'w-56 max-lg:hidden',
      renderCell: ({ memberOf }) => <span className="block truncate font-mono text-xs text-soft">{memberOf.join(', ')}</span>,
    },
    {
      label: 'Attributes',
      className: 'w-72 max-lg:hidden',
      renderCell: (role) => <CutText text={attributesText(role)} className="text-xs text-soft" />,
    },
  ]
  return (
    <ObjectPage
      title="Roles"
      description="Who connects to the database, what each may do, and whose privileges it shares."
      noun="role"
      search={search}
      onSearch={onSearch}
      items={items}
      error={error}
      onRetry={() => void refetch()}
      keyOf={({ name }) => name}
      textOf={({ name, comment, memberOf }) => `${name} ${comment ?? ''} ${memberOf.join(' ')}`}
      columns={columns}
      actions={newButton}
      filters={<Select<Shown> label="Show" value={shown} options={choices} onValueChange={setShown} className="w-full md:w-52" />}
      empty={
        <EmptyState icon={<Users aria-hidden />} title="No role is made here yet" action={newButton}>
          Make one for each program that connects, with only the privileges that it needs.
        </EmptyState>
      }
    >
      {data !== undefined && mayWrite && search.act === 'new' && (
        <RoleForm
          projectRef={projectRef}
          original={null}
          all={data}
          onClose={close}
          onDone={() => onSearch({ ...search, open: undefined, act: undefined }, { isReplaced: true, isSaved: true })}
        />
      )}
      {data !== undefined && open !== undefined && mayEdit && search.act === 'edit' && (
        <RoleForm
          key={open.name}
          projectRef={projectRef}
          original={open}
          all={data}
          onClose={() => onSearch({ ...search, act: undefined }, { isReplaced: true })}
          onDone={() => onSearch({ ...search, open: undefined, act: undefined }, { isReplaced: true, isSaved: true })}
        />
      )}
      {data !== undefined && search.open !== undefined && (!mayEdit || search.act !== 'edit') && (
        <RolePanel
          key={search.open}
          projectRef={projectRef}
          role={open ?? null}
          all={data}
          mayEdit={mayEdit}
          onEdit={() => onSearch({ ...search, act: 'edit' })}
          onClose={close}
        />
      )}
    </ObjectPage>
  )
}

/** "log in, create roles"; inheritance, which nearly all have, is said only where it is missing. */
/** "2 of 10". */
function limitedText({ activeConnections, ownConnectionLimit: limit }: RoleSummary): string {
  return `${formatNumber(activeConnections)}${limit < 0 ? '' : ` of ${formatNumber(limit)}`}`
}

/** "2 of 10 connections"; nothing where nobody is connected and anybody may be. */
function connectionsText(role: RoleSummary): string {
  const { activeConnections: count, ownConnectionLimit: limit } = role
  if (count === 0 && limit < 0) return ''
  return `${limitedText(role)} ${count === 1 && limit < 0 ? 'connection' : 'connections'}`
}

function attributesText(role: RoleSummary): string {
  const given = roleFlags.filter(({ flag }) => flag !== 'inheritRole' && role[flag]).map(({ label }) => label.toLowerCase())
  return [...given, ...(role.inheritRole ? [] : ['does not inherit'])].join(', ')
}
