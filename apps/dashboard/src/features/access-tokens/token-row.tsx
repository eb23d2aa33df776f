import { permissionWords } from '@colonnade/contracts/organizations/role-words'
import type { AccessToken } from '@colonnade/contracts/people/access-tokens'
import { Badge, Button, RelativeTime } from '@colonnade/ui'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { rowText } from './messages.ts'
import { scopesText } from './scope-choice.ts'

/** Tokens that expire this soon are highlighted. */
const soonMs = 7 * 86_400_000

/** One token: what it may do, until when, and when and where it was used last. */
export function TokenRow({ token, onRevoke }: { readonly token: AccessToken; readonly onRevoke: () => void }) {
  const { name, hint, scopes, organization, is_expired, last_used_at, last_used_address, last_used_agent } = token
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className="px-4 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            <span className="font-mono text-xs text-faint">…{hint}</span>
            {is_expired && <Badge tone="danger">{rowText.expired}</Badge>}
            {organization !== null && <Badge>{organization.name}</Badge>}
          </p>
          <p className="mt-0.5 dotted text-xs text-faint">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={rowText.showPermissions(scopesText(scopes), name)}
              className="inline-flex items-center gap-0.5 rounded-sm hover:text-fg"
              onClick={() => setIsOpen(!isOpen)}
            >
              {scopesText(scopes)}
              <ChevronRight aria-hidden className={isOpen ? 'size-3 rotate-90' : 'size-3'} />
            </button>
            <Expiry token={token} />
            {last_used_at === null ? (
              <span>{rowText.neverUsed}</span>
            ) : (
              <span title={last_used_agent ?? undefined}>
                {rowText.lastUsed}
                <RelativeTime value={last_used_at} />
                {last_used_address !== null && (
                  <>
                    {rowText.from}
                    <span className="font-mono">{last_used_address}</span>
                  </>
                )}
              </span>
            )}
          </p>
        </div>
        <Button size="sm" aria-label={rowText.revokeToken(name)} onClick={onRevoke}>
          {rowText.revoke}
        </Button>
      </div>
      {isOpen && (
        <ul aria-label={rowText.permissions(name)} className="mt-2 grid gap-x-4 gap-y-1 text-xs sm:grid-cols-2">
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

function Expiry({ token: { expires_at, is_expired } }: { readonly token: AccessToken }) {
  const [shownAt] = useState(() => Date.now())
  if (expires_at === null) return <span>{rowText.neverExpires}</span>
  const day = new Date(expires_at).toLocaleDateString(undefined, { dateStyle: 'medium' })
  if (is_expired) return <span>{rowText.expiredOn(day)}</span>
  const isSoon = Date.parse(expires_at) - shownAt < soonMs
  return (
    <span className={isSoon ? 'text-warning' : undefined}>
      {rowText.expires}
      <time dateTime={expires_at}>{day}</time>
    </span>
  )
}
