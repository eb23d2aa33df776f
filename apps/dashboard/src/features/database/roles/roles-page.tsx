import type { RoleSummary } from '@colonnade/pg-meta/roles'
import { Badge, EmptyState, Select } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { formatNumber } from '../../../lib/bytes.ts'
import { Notice } from '../../../lib/texts/notice.tsx'
import { useMayWrite } from '../../../scope/permissions.ts'
import { CutText } from '../../../lib/object-page/cut-text.tsx'
import { NewButton } from '../../../lib/object-page/new-button.tsx'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { addressOf, isFormOpen } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { EntryButton } from '../../../lib/object-page/entry-button.tsx'
import { roleText, rolesText as text } from './messages.ts'
import { roleFlags } from './role-draft.ts'
import { RoleForm } from './role-form.tsx'
import { inTheWayText, originsIn, rolesInTheWay } from './role-origin.ts'
import { RolePanel } from './role-panel.tsx'
import { rolesQuery } from './role-queries.ts'

const RoleGrantForm = lazy(loaded(() => import('../grants/role-grant-form.tsx'), 'RoleGrantForm'))

export interface RolesPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

type Shown = 'usual' | 'own' | 'all'

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'usual', label: text.shown.usual },
  { value: 'own', label: text.shown.own },
  { value: 'all', label: text.shown.all },
]

const kind: PageKind<RoleSummary> = {
  title: text.title,
  description: text.description,
  noun: text.noun,
  keyOf: ({ name }) => name,
  textOf: ({ name, comment, memberOf }) => `${name} ${comment ?? ''} ${memberOf.join(' ')}`,
}

/** Lists the roles of the server. */
export function RolesPage({ projectRef, search, onSearch }: RolesPageProps) {
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  const [shown, setShown] = useState<Shown>('usual')
  const { data, error, refetch } = useQuery(rolesQuery(projectRef))
  const originOf = originsIn(data ?? [])
  const inTheWay = rolesInTheWay(data ?? [])
  const items = data?.filter((role) => shown === 'all' || originOf(role) === 'own' || (shown === 'usual' && originOf(role) === 'project'))
  const address = addressOf({ search, onSearch })
  const mayEdit = (role: RoleSummary) => mayWrite && role.isAlterable && originOf(role) === 'own'
  // Postgres's own roles are granted to others, and get no privileges here
  const mayGrant = (role: RoleSummary) => mayWrite && originOf(role) !== 'postgres'
  const newButton = mayWrite && <NewButton noun={text.noun} onClick={() => onSearch({ ...search, open: undefined, act: 'new' })} />
  const columns: readonly ObjectColumn<RoleSummary>[] = [
    {
      label: text.name,
      sortBy: ({ name }) => name,
      renderCell: (role, tabIndex) => (
        <EntryButton tabIndex={tabIndex} onOpen={() => address.open(role.name)} className="items-center gap-2">
          <span className="flex min-w-0 flex-col max-md:flex-1">
            <span className="truncate font-mono text-xs" title={role.name}>
              {role.name}
            </span>
            <span className="truncate text-xs text-soft md:hidden">
              {[connectionsText(role), attributesText(role)].filter((text) => text !== '').join(' · ')}
            </span>
          </span>
          {originOf(role) !== 'own' && <Badge tone="neutral">{text.managed}</Badge>}
          {role.comment !== null && (
            <span className="min-w-0 flex-1 truncate text-xs text-faint max-md:hidden" title={role.comment}>
              {role.comment}
            </span>
          )}
        </EntryButton>
      ),
    },
    {
      label: text.connections,
      className: 'w-32',
      isNumber: true,
      sortBy: ({ activeConnections }) => activeConnections,
      renderCell: (role) => limitedText(role),
    },
    {
      label: text.memberOf,
      className: 'w-56 max-lg:hidden',
      renderCell: ({ memberOf }) => <span className="block truncate font-mono text-xs text-soft">{memberOf.join(', ')}</span>,
    },
    {
      label: text.attributes,
      className: 'w-72 max-lg:hidden',
      renderCell: (role) => <CutText text={attributesText(role)} className="text-xs text-soft" />,
    },
  ]
  return (
    <ObjectPage
      kind={kind}
      list={{ data: items, error, refetch }}
      columns={columns}
      search={search}
      onSearch={onSearch}
      actions={newButton}
      filters={<Select<Shown> label={text.show} value={shown} options={choices} onValueChange={setShown} className="w-full md:w-52" />}
      notice={inTheWay.length > 0 && <Notice tone="warning">{inTheWayText(inTheWay)}</Notice>}
      empty={
        <EmptyState icon={<Users aria-hidden />} title={text.empty} action={newButton}>
          {text.emptyHint}
        </EmptyState>
      }
    >
      {data !== undefined && mayWrite && search.act === 'new' && (
        <RoleForm
          projectRef={projectRef}
          original={null}
          all={data}
          onClose={() => address.close()}
          onDone={() => address.leaveSaved({}, { isReplaced: true })}
        />
      )}
      <OpenedObject
        items={data}
        keyOf={kind.keyOf}
        search={search}
        onSearch={onSearch}
        renderForm={(role, act) =>
          act === 'grant' && mayGrant(role) ? (
            <Suspense>
              <RoleGrantForm
                projectRef={projectRef}
                role={role.name}
                onClose={() => address.show({ isReplaced: true })}
                onDone={() => address.show({ isReplaced: true, isSaved: true })}
              />
            </Suspense>
          ) : (
            act === 'edit' &&
            mayEdit(role) && (
              <RoleForm
                projectRef={projectRef}
                original={role}
                all={data ?? []}
                onClose={() => address.show({ isReplaced: true })}
                onDone={() => address.leaveSaved({}, { isReplaced: true })}
              />
            )
          )
        }
        renderObject={(role) => (
          <RolePanel
            projectRef={projectRef}
            role={role}
            all={data ?? []}
            mayEdit={mayEdit(role)}
            mayGrant={mayGrant(role)}
            onGrant={() => address.act('grant')}
            onEdit={() => address.act('edit')}
            onClose={() => address.close()}
          />
        )}
        gone={roleText.gone}
      />
    </ObjectPage>
  )
}

/** "2 of 10". */
function limitedText({ activeConnections, ownConnectionLimit: limit }: RoleSummary): string {
  const count = formatNumber(activeConnections)
  return limit < 0 ? count : text.ofLimit(count, formatNumber(limit))
}

/** Returns "2 of 10 connections"; empty without connections and without a limit. */
function connectionsText(role: RoleSummary): string {
  const { activeConnections: count, ownConnectionLimit: limit } = role
  if (count === 0 && limit < 0) return ''
  return text.connectionCount(limitedText(role), count === 1 && limit < 0)
}

/** Returns "log in, create roles". Lists inheritance only if it is off, because nearly all roles have it. */
function attributesText(role: RoleSummary): string {
  const given = roleFlags.filter(({ flag }) => flag !== 'inheritRole' && role[flag]).map(({ label }) => label.toLowerCase())
  return [...given, ...(role.inheritRole ? [] : [text.noInherit])].join(', ')
}
