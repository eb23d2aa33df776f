import type { AppGrant } from '@colonnade/contracts/organizations/apps'
import { permissionWords } from '@colonnade/contracts/organizations/role-words'
import { Badge, Button, ConfirmDialog, RelativeTime, toast } from '@colonnade/ui'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { grantText } from './messages.ts'

export interface GrantListProps {
  readonly grants: readonly AppGrant[]
  /** `members` shows each person, `own` each organization. */
  readonly whose: 'members' | 'own'
  readonly onRevoke: (id: string) => Promise<unknown>
}

/** Applications that act for people, each to be ended. */
export function GrantList({ grants, whose, onRevoke }: GrantListProps) {
  const [ending, setEnding] = useState<AppGrant | null>(null)
  return (
    <>
      <ul aria-label={grantText.authorizedApps} className="ruled">
        {grants.map((grant) => (
          <GrantRow key={grant.id} grant={grant} whose={whose} onRevoke={() => setEnding(grant)} />
        ))}
      </ul>
      {ending !== null && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setEnding(null)}
          isDanger
          title={grantText.revokeTitle(ending.app.name)}
          description={grantText.revokeBody(whose === 'own' ? null : ending.user.username, ending.organization.name)}
          confirmLabel={grantText.revoke}
          onConfirm={async () => {
            await onRevoke(ending.id)
            toast.success(grantText.revoked(ending.app.name))
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
            <span className="text-xs wrap-anywhere text-faint">{grantText.by(app.organization_name)}</span>
            <Badge>{whose === 'own' ? organization.name : user.primary_email}</Badge>
          </p>
          <p className="mt-0.5 dotted text-xs text-faint">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={grantText.permissions(app.name)}
              className="inline-flex items-center gap-0.5 rounded-sm hover:text-fg"
              onClick={() => setIsOpen(!isOpen)}
            >
              {grantText.scopes(scopes.length)}
              <ChevronRight aria-hidden className={isOpen ? 'size-3 rotate-90' : 'size-3'} />
            </button>
            <span>
              {grantText.authorized}
              <RelativeTime value={createdAt} />
            </span>
            <span>
              {grantText.lastActive}
              <RelativeTime value={lastUsedAt} />
            </span>
          </p>
        </div>
        <Button size="sm" aria-label={grantText.revokeApp(app.name)} onClick={onRevoke}>
          {grantText.revoke}
        </Button>
      </div>
      {isOpen && (
        <ul aria-label={grantText.permissions(app.name)} className="mt-2 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-2">
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
