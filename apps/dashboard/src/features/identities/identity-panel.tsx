import type { Identities, Identity } from '@colonnade/contracts/people/identities'
import type { SignInProvider } from '@colonnade/contracts/people/sessions'
import { Badge, Button, Panel, PanelContent, PanelHeader, RelativeTime, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { identitiesQuery } from '../../scope/sign-in-providers/identities-query.ts'
import { LinkDialog } from './link-dialog.tsx'
import { panelText } from './messages.ts'
import { UnlinkDialog } from './unlink-dialog.tsx'

/** Who one is elsewhere, where that signs in here; not there where nothing is configured. */
export function IdentityPanel() {
  const { data, error, refetch } = useQuery(identitiesQuery)
  if (data !== undefined && data.providers.length + data.identities.length === 0) return null
  return (
    <Panel label={panelText.title}>
      <PanelHeader title={panelText.title} description={panelText.description} />
      {data === undefined ? (
        <PanelContent>{error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading />}</PanelContent>
      ) : (
        <Lists data={data} />
      )}
    </Panel>
  )
}

function Lists({ data: { identities, providers, has_password: hasPassword } }: { readonly data: Identities }) {
  const [linking, setLinking] = useState<SignInProvider>()
  const [unlinking, setUnlinking] = useState<Identity>()
  return (
    <>
      {identities.length > 0 && (
        <ul aria-label={panelText.title} className="ruled">
          {identities.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} onUnlink={() => setUnlinking(identity)} />
          ))}
        </ul>
      )}
      {providers.length > 0 && (
        <PanelContent className="flex flex-wrap items-center gap-2">
          {providers.map((provider) => (
            <Button key={provider.key} size="sm" className="max-w-full min-w-0" onClick={() => setLinking(provider)}>
              <Link2 aria-hidden />
              <span className="truncate">
                {panelText.link(
                  provider.name,
                  identities.some((identity) => identity.provider.key === provider.key),
                )}
              </span>
            </Button>
          ))}
        </PanelContent>
      )}
      <LinkDialog provider={linking} hasPassword={hasPassword} onClose={() => setLinking(undefined)} />
      <UnlinkDialog identity={unlinking} hasPassword={hasPassword} onClose={() => setUnlinking(undefined)} />
    </>
  )
}

function IdentityRow({
  identity: { provider, email, created_at, last_used_at },
  onUnlink,
}: {
  readonly identity: Identity
  readonly onUnlink: () => void
}) {
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Link2 aria-hidden className="size-4 shrink-0 text-faint" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{provider.name}</span>
          {!provider.is_enabled && <Badge tone="warning">{panelText.turnedOff}</Badge>}
        </p>
        <p className="dotted text-xs text-faint">
          {email !== null && <span className="wrap-anywhere">{email}</span>}
          <span>
            {panelText.linked}
            <RelativeTime value={created_at} />
          </span>
          {last_used_at !== null && (
            <span>
              {panelText.lastUsed}
              <RelativeTime value={last_used_at} />
            </span>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={panelText.unlinkAccount(provider.name, email)} onClick={onUnlink}>
        {panelText.unlink}
      </Button>
    </li>
  )
}

function Loading() {
  return (
    <output aria-label={panelText.loading} className="flex flex-col gap-3">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
