import type { RelationGrants, TableGrantType } from '@colonnade/pg-meta/grants'
import type { RelationSummary } from '@colonnade/pg-meta/relations'
import { Badge, Button, Skeleton } from '@colonnade/ui'
import { KeyRound } from 'lucide-react'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { grantsQuery } from './grants-query.ts'
import { grantText } from './messages.ts'

export interface GrantListProps {
  readonly projectRef: string
  readonly relation: RelationSummary
  /** Opens the form; null for people who can't change the database. */
  readonly onEdit: (() => void) | null
}

/** Privileges on a relation, role by role, and those on single columns. */
export function GrantList({ projectRef, relation, onEdit }: GrantListProps) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs text-faint">{grantText.title}</h3>
      <Loaded query={grantsQuery(projectRef, relation.id)} label={grantText.label} skeleton={<Skeleton className="h-16 w-full" />}>
        {(found) => (
          <>
            <Grants found={found} />
            {onEdit !== null && (
              <Button size="sm" className="self-start" onClick={onEdit}>
                <KeyRound aria-hidden />
                {grantText.action}
              </Button>
            )}
            {found.columns.length > 0 && <Columns found={found} />}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Grants({ found }: { readonly found: RelationGrants }) {
  const roles = rolesIn(found)
  return (
    <>
      <ul aria-label={grantText.title} className="flex flex-col ruled rounded-md border">
        {roles.map((role) => (
          <li key={role} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-3 py-1.5">
            <span className="flex w-40 min-w-0 items-baseline gap-2">
              <span className="truncate font-mono text-xs" title={role === 'public' ? grantText.everyone : role}>
                {role}
              </span>
              {role === found.owner && <Badge tone="neutral">{grantText.owner}</Badge>}
            </span>
            <span className="min-w-0 flex-1 text-xs text-soft">{privilegesText(found, role)}</span>
          </li>
        ))}
      </ul>
      {roles.every((role) => role === found.owner) && <p className="text-xs text-soft">{grantText.none}</p>}
    </>
  )
}

/** Roles with privileges: every role first, then by name. */
export const rolesIn = ({ grants }: RelationGrants): string[] =>
  [...new Set(grants.map(({ grantee }) => grantee))].toSorted((one, other) =>
    one === 'public' ? -1 : other === 'public' ? 1 : one.localeCompare(other),
  )

/** "SELECT, INSERT with grant option" */
function privilegesText({ grants, types }: RelationGrants, role: string): string {
  const own = grants.filter(({ grantee }) => grantee === role)
  const isGrantable = (type: TableGrantType) => own.some(({ privilege, is_grantable: isOption }) => privilege === type && isOption)
  return types
    .filter((type) => own.some(({ privilege }) => privilege === type))
    .map((type) => (isGrantable(type) ? `${type} ${grantText.withOption}` : type))
    .join(', ')
}

function Columns({ found }: { readonly found: RelationGrants }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-xs text-faint">{grantText.columnTitle}</h3>
      <ul aria-label={grantText.columnTitle} className="flex flex-col gap-0.5 text-xs">
        {found.columns.map(({ column, grantee, privilege }) => (
          <li key={`${grantee} ${privilege} ${column}`} className="flex flex-wrap gap-x-3">
            <span className="w-40 truncate font-mono">{grantee}</span>
            <span className="text-soft">
              {privilege} (<span className="font-mono">{column}</span>)
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
