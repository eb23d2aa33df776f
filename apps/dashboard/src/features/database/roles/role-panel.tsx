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
import { rolesText, roleText as text } from './messages.ts'
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

/** Shows a role's attributes, memberships, objects and privileges. */
export function RolePanel({ projectRef, role, all, mayEdit, mayGrant, onGrant, onEdit, onClose }: RolePanelProps) {
  const [isDropping, setIsDropping] = useState(false)
  const { data: isThere } = useQuery(roleIsThereQuery(projectRef, role.name))
  if (isThere === false) return <GonePanel onClose={onClose}>{text.gone}</GonePanel>
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
            {mayEdit && <DeleteButton noun={rolesText.noun} onClick={() => setIsDropping(true)} />}
            {mayGrant && (
              <Button onClick={onGrant}>
                <KeyRound aria-hidden />
                {roleGrantText.action}
              </Button>
            )}
            {mayEdit && (
              <Button variant="primary" onClick={onEdit}>
                <Pencil aria-hidden />
                {text.edit}
              </Button>
            )}
          </>
        ),
      })}
    >
      <div className="flex flex-col gap-4 p-4">
        {origin === 'postgres' && <p className="text-soft">{text.postgres}</p>}
        {origin === 'project' && <p className="text-soft">{text.project}</p>}
        {origin === 'own' && !role.isAlterable && <p className="text-soft">{text.unalterable}</p>}
        <dl className="grid grid-cols-2 gap-3 [&_dd]:text-sm [&_dt]:text-xs [&_dt]:text-faint">
          {roleFlags.map(({ flag, label }) => (
            <Fact key={flag} term={label}>
              {role[flag] ? text.yes : <span className="text-soft">{text.no}</span>}
            </Fact>
          ))}
          <Fact term={text.openConnections}>
            {role.ownConnectionLimit < 0
              ? text.serverLimit(role.activeConnections, role.connectionLimit)
              : text.connectionsOf(role.activeConnections, role.ownConnectionLimit)}
          </Fact>
          <Fact term={text.validUntil}>{end === null ? text.noEnd : <time dateTime={end}>{end.replace('T', ' ').replace('Z', ' UTC')}</time>}</Fact>
        </dl>
        <Names label={text.memberOf} names={role.memberOf} />
        <Names label={text.members} names={role.members} />
        <Names label={text.admins} names={role.admins} />
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
      {names.length === 0 ? <p className="text-soft">{text.none}</p> : <p className="font-mono text-xs wrap-anywhere">{names.join(', ')}</p>}
    </section>
  )
}

function Holdings({ projectRef, role }: { readonly projectRef: string; readonly role: RoleSummary }) {
  const { data, error, refetch } = useQuery(holdingsQuery(projectRef, role.name))
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs text-faint">{text.holdings}</h3>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-20 w-full" />}
      {data?.length === 0 && <p className="text-soft">{text.noHoldings}</p>}
      {data !== undefined && data.length > 0 && <HoldingsList label={text.holdings} holdings={data} />}
    </section>
  )
}
