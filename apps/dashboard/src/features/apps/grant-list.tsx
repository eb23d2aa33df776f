import type { AppGrant } from '@colonnade/contracts/organizations/apps'
import { permissionWords } from '@colonnade/contracts/organizations/role-words'
import { Badge, Button, ConfirmDialog, RelativeTime, toast } from '@colonnade/ui'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'

export interface GrantListProps {
  readonly grants: readonly AppGrant[]
  /** Of members it tells whose they are, of oneself in which organization. */
  readonly whose: 'members' | 'own'
  readonly onRevoke: (id: string) => Promise<unknown>
}

/** Applications that act for people, each to be ended. */
export function GrantList({ grants, whose, onRevoke }: GrantListProps) {
  const [ending, setEnding] = useState<AppGrant | null>(null)
  return (
    <>
      <ul aria-label="Authorized apps" className="ruled">
        {grants.map((grant) => (
          <GrantRow key={grant.id} grant={grant} whose={whose} onRevoke={() => setEnding(grant)} />
        ))}
      </ul>
      {ending !== null && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setEnding(null)}
          isDanger
          title={`Revoke ${ending.app.name}?`}
          description={`It does not act for ${whose === 'own' ? 'you' : ending.user.username} in ${ending.organization.name} any more, from this moment on. It can ask again.`}
          confirmLabel="Revoke"
          onConfirm={async () => {
            await onRevoke(ending.id)
            toast.success(`${ending.app.name} revoked`)
          }}
        />
      )}
    </>
  )
}

function GrantRow({
  grant,
  whose,
  onRevoke,
}: Omit<GrantListProps, 'grants' | 'onRevoke'> & { readonly grant: AppGrant; readonly onRevoke: () => void }) {
  const { app, user, organization, scopes, created_at: createdAt, last_used_at: lastUsedAt } = grant
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">{app.name}</span>
            <span className="text-xs wrap-anywhere text-faint">by {app.organization_name}</span>
            <Badge>{whose === 'own' ? organization.name : user.primary_email}</Badge>
          </p>
          <p className="mt-0.5 dotted text-xs text-faint">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`What ${app.name} may do`}
              className="inline-flex items-center gap-0.5 rounded-sm hover:text-fg"
              onClick={() => setIsOpen(!isOpen)}
            >
              {scopes.length} {scopes.length === 1 ? 'scope' : 'scopes'}
              <ChevronRight aria-hidden className={isOpen ? 'size-3 rotate-90' : 'size-3'} />
            </button>
            <span>
              authorized <RelativeTime value={createdAt} />
            </span>
            <span>
              last active <RelativeTime value={lastUsedAt} />
            </span>
          </p>
        </div>
        <Button size="sm" aria-label={`Revoke ${app.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </div>
      {isOpen && (
        <ul aria-label={`What ${app.name} may do`} className="mt-2 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-2">
          {scopes.map((scope) => (
            <li key={scope} className="min-w-0 text-soft first-letter:uppercase" title={scope}>
              {permissionWords[scope]}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
