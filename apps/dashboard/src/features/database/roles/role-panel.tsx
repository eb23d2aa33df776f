import type { RoleSummary } from '@colonnade/pg-meta/roles'
import { Button, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DeleteButton } from '../../../lib/object-page/delete-button.tsx'
import { DefinitionSql } from '../objects/definition-sql.tsx'
import { Fact } from '../../../lib/object-page/fact.tsx'
import { GonePanel } from '../../../lib/object-page/gone-panel.tsx'
import { roleGrantText } from '../grants/messages.ts'
import { HoldingsList } from './holdings-list.tsx'
import { definitionOf, endOf, roleFlags } from './role-draft.ts'
import { RoleDropDialog } from './role-drop-dialog.tsx'
import { originsIn } from './role-origin.ts'
import { holdingsQuery, roleIsThereQuery } from './role-queries.ts'

export interface RolePanelProps {
  readonly projectRef: string
  readonly role: RoleSummary
  readonly all: readonly RoleSummary[]
  readonly mayEdit: boolean
  readonly mayGrant: boolean
  readonly onGrant: () => void
  readonly onEdit: () => void
  readonly onClose: () => void
}

/** What may have happened to a role that isn't there. */
export const roleGone = 'It was dropped or renamed since the list was loaded.'

/** A role: its attributes, whom it belongs to and who belongs to it, what it owns and may do. */
export function RolePanel({ projectRef, role, all, mayEdit, mayGrant, onGrant, onEdit, onClose }: RolePanelProps) {
  const [isDropping, setIsDropping] = useState(false)
  const { data: isThere } = useQuery(roleIsThereQuery(projectRef, role.name))
  if (isThere === false) return <GonePanel onClose={onClose}>{roleGone}</GonePanel>
  const origin = originsIn(all)(role)
  const end = endOf(role)
  return (
    <SidePanel
      title={role.name}
      {...(role.comment !== null && { description: role.comment })}
      onClose={onClose}
      {...((mayEdit || mayGrant) && {
        footer: (
          <>
            {mayEdit && <DeleteButton noun="role" onClick={() => setIsDropping(true)} />}
            {mayGrant && (
              <Button onClick={onGrant}>
                <KeyRound aria-hidden />
                {roleGrantText.action}
              </Button>
            )}
            {mayEdit && (
              <Button variant="primary" onClick={onEdit}>
                <Pencil aria-hidden />
                Edit role
              </Button>
            )}
          </>
        ),
      })}
    >
      <div className="flex flex-col gap-4 p-4">
        {origin === 'postgres' && <p className="text-soft">Postgres brings this role: it can be granted to others and not be changed.</p>}
        {origin === 'project' && <p className="text-soft">Managed by the platform. The project’s services use this role, so you can’t change it.</p>}
        {origin === 'own' && !role.isAlterable && (
          <p className="text-soft">This role was created by a role other than the project’s, so you can’t change it.</p>
        )}
        <dl className="grid grid-cols-2 gap-3 [&_dd]:text-sm [&_dt]:text-xs [&_dt]:text-faint">
          {roleFlags.map(({ flag, label }) => (
            <Fact key={flag} term={label}>
              {role[flag] ? 'Yes' : <span className="text-soft">No</span>}
            </Fact>
          ))}
          <Fact term="Open connections">
            {role.activeConnections} of {role.ownConnectionLimit < 0 ? `${role.connectionLimit} (the server’s limit)` : role.ownConnectionLimit}
          </Fact>
          <Fact term="Password valid until">
            {end === null ? 'no end' : <time dateTime={end}>{end.replace('T', ' ').replace('Z', ' UTC')}</time>}
          </Fact>
        </dl>
        <Names label="Member of" names={role.memberOf} />
        <Names label="Members" names={role.members} />
        <Names label="Members that may add others" names={role.admins} />
        <Holdings projectRef={projectRef} role={role} />
        <DefinitionSql sql={definitionOf(role)} />
      </div>
      {isDropping && <RoleDropDialog projectRef={projectRef} role={role} all={all} onClose={() => setIsDropping(false)} onDropped={onClose} />}
    </SidePanel>
  )
}

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs text-faint">{label}</h3>
      {names.length === 0 ? <p className="text-soft">None</p> : <p className="font-mono text-xs wrap-anywhere">{names.join(', ')}</p>}
    </section>
  )
}

function Holdings({ projectRef, role }: { readonly projectRef: string; readonly role: RoleSummary }) {
  const { data, error, refetch } = useQuery(holdingsQuery(projectRef, role.name))
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs text-faint">What it owns and may use here</h3>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-20 w-full" />}
      {data?.length === 0 && <p className="text-soft">Nothing that names it: only what everybody has, and its groups.</p>}
      {data !== undefined && data.length > 0 && <HoldingsList label="What it owns and may use" holdings={data} />}
    </section>
  )
}
