import { Button, cn, Popover } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Eye, ShieldQuestion } from 'lucide-react'
import { isOwn, ownRole, setDatabaseRole, useDatabaseRole } from '../../../scope/database-role/database-role.ts'
import type { TableScope } from '../table-scope.ts'
import { viewerStripText } from './messages.ts'
import { PoliciesList } from './policies-list.tsx'
import { explainRows, policiesFor, rowAccessQuery } from './row-access.ts'

/** Says as whom one looks and why these rows are seen; nothing while it is the project's own user. */
export function ViewerStrip({ scope: { projectRef, entity } }: { readonly scope: TableScope }) {
  const { role } = useDatabaseRole(projectRef)
  const { data: access } = useQuery({ ...rowAccessQuery(projectRef, entity, role.role), enabled: !isOwn(role) })
  if (isOwn(role)) return null
  const words = access ? explainRows(access, entity.entity_type) : null
  const policies = access ? policiesFor(access, 'SELECT') : []
  return (
    <section
      aria-label={viewerStripText.viewing}
      className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-accent-tint px-3 py-1 text-xs"
    >
      <span className="flex min-w-0 items-center gap-1.5">
        <Eye aria-hidden className="size-3.5 shrink-0 text-accent" />
        <span className="min-w-0 truncate">
          Rows are read and written as <strong className="font-medium">{role.role}</strong>
          {role.type === 'postgrest' && role.user !== null && <> ({role.user})</>}
        </span>
      </span>
      {access === null && <span className="text-danger">{viewerStripText.roleGone(role.role)}</span>}
      {words && (
        <output className={cn('min-w-0', words.tone === 'danger' ? 'text-danger' : words.tone === 'warning' ? 'text-warning' : 'text-soft')}>
          {words.text}
        </output>
      )}
      <span className="ml-auto flex items-center gap-1">
        {(policies.length > 0 || role.type === 'postgrest') && (
          <Popover
            label={viewerStripText.whyTheseRows}
            align="end"
            className="w-[28rem]"
            trigger={
              <Button size="sm" variant="ghost" className="h-6 px-1.5">
                <ShieldQuestion aria-hidden />
                {viewerStripText.why}
              </Button>
            }
          >
            <p className="px-3 py-2 text-soft">{words?.text ?? 'Looking …'}</p>
            <PoliciesList policies={policies} />
            {role.type === 'postgrest' && (
              <details className="border-t px-3 py-2 text-xs">
                <summary>{viewerStripText.claimsToken}</summary>
                <pre className="mt-1 max-h-60 overflow-auto font-mono wrap-anywhere whitespace-pre-wrap">{JSON.stringify(role.claims, null, 2)}</pre>
              </details>
            )}
          </Popover>
        )}
        <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={() => setDatabaseRole(projectRef, ownRole)}>
          {viewerStripText.backToPostgres}
        </Button>
      </span>
    </section>
  )
}
