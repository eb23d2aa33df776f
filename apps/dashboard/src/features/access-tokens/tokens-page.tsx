import type { AccessToken } from '@colonnade/contracts/people/access-tokens'
import { Button, EmptyState, Panel, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAsked } from '../../lib/asked/use-asked.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { FreshToken } from './fresh-token.tsx'
import { useRevokeToken } from './mutations.ts'
import { tokensQuery } from './queries.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { TokenRow } from './token-row.tsx'

/** What scripts show to do things as the signed-in person; below it what else acts for them. */
export function TokensPage({ children }: { readonly children: ReactNode }) {
  useTitle('Access tokens')
  const { data: tokens, error, refetch } = useQuery(tokensQuery)
  const [isMaking, setIsMaking] = useState(false)
  const [fresh, setFresh] = useState<AccessToken & { readonly token: string }>()
  const [revoking, setRevoking] = useState<AccessToken>()
  const revoke = useRevokeToken()
  const open = () => setIsMaking(true)
  useAsked('new-token', true, open)
  return (
    <Page
      title="Access tokens"
      description="Scripts and tools show one to call the platform API as you."
      width="narrow"
      actions={
        <Button variant="primary" onClick={open}>
          <Plus aria-hidden />
          New token
        </Button>
      }
    >
      {fresh && <FreshToken key={fresh.id} made={fresh} onDone={() => setFresh(undefined)} />}
      {tokens === undefined ? (
        error ? (
          <ErrorNotice error={error} subject="Failed to load access tokens" onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : tokens.length === 0 ? (
        <EmptyState icon={<KeyRound />} title="No access tokens" action={<Button onClick={open}>Make the first one</Button>}>
          A token lets a script do what you may do, or less, without your password. You see here when it was last used, and take it back at any time.
        </EmptyState>
      ) : (
        <Panel label="Access tokens">
          <ul aria-label="Access tokens" className="ruled">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
        </Panel>
      )}
      {children}
      <TokenDialog isOpen={isMaking} onOpenChange={setIsMaking} onMade={setFresh} />
      <RevokeDialog
        token={revoking}
        onClose={() => setRevoking(undefined)}
        onRevoke={async (id) => {
          await revoke.mutateAsync(id)
          if (fresh?.id === id) setFresh(undefined)
        }}
      />
    </Page>
  )
}

function Loading() {
  return (
    <output aria-label="Loading access tokens" className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
