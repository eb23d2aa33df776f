import { Button, cn, Popover, Skeleton, Tooltip } from '@colonnade/ui'
import { UserRoundSearch } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../lib/late/loaded.ts'
import { type DatabaseRole, isOwn, rolePlace, type RoleVerb, useDatabaseRole } from './database-role.ts'
import type { RoleDraft } from './role-form.tsx'
import { useIsAllowed } from '../permissions.ts'

const RoleForm = lazy(loaded(() => import('./role-form.tsx'), 'RoleForm'))

const words = {
  View: { doing: 'Viewing', purpose: 'To look at rows as another database role' },
  Run: { doing: 'Running', purpose: 'To run statements as another database role' },
  Call: { doing: 'Calling', purpose: 'To send requests as any database role' },
} as const

/** As whom the data is read and written, and the way to be somebody else. */
export function RoleButton({ projectRef, verb }: { readonly projectRef: string; readonly verb: RoleVerb }) {
  const [isOpen, setIsOpen] = useState(false)
  // a choice that was begun is still there when it is looked at again
  const [draft, setDraft] = useState<RoleDraft | null>(null)
  const { role } = useDatabaseRole(rolePlace(projectRef, verb))
  const isAllowed = useIsAllowed(projectRef)('database:write')
  const isCall = verb === 'Call'
  const name = isOwn(role) ? 'anon' : nameOf(role)
  const face = (
    <>
      <UserRoundSearch aria-hidden />
      <span className={cn('max-w-32 truncate', isCall ? 'max-w-56' : isOwn(role) && 'max-md:sr-only')}>
        {isCall ? `as ${name}` : isOwn(role) ? `${verb} as` : role.role}
      </span>
    </>
  )
  if (!isAllowed) {
    return (
      <Tooltip content={`Your role may read only. ${words[verb].purpose}, ask an owner for the developer role.`}>
        <Button size="sm" variant="ghost" aria-disabled>
          {face}
        </Button>
      </Tooltip>
    )
  }
  return (
    <Popover
      label={`${verb} as`}
      align="end"
      className="w-96"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          size="sm"
          variant={isOwn(role) && !isCall ? 'ghost' : 'secondary'}
          aria-label={isCall ? `Calling as ${name}` : isOwn(role) ? `${verb} as another role` : `${words[verb].doing} as ${role.role}`}
        >
          {face}
        </Button>
      }
    >
      <Suspense fallback={<Skeleton className="m-3 h-24" />}>
        <RoleForm projectRef={projectRef} verb={verb} draft={draft} onDraft={setDraft} onDone={() => setIsOpen(false)} />
      </Suspense>
    </Popover>
  )
}

/** A user says more than the role that all users have. */
function nameOf(role: DatabaseRole): string {
  return role.type === 'postgrest' && role.user !== null ? role.user : role.role
}
