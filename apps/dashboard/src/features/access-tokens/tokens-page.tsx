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
import { pageText } from './messages.ts'
import { useRevokeToken } from './mutations.ts'
import { tokensQuery } from './queries.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { TokenRow } from './token-row.tsx'

/** What scripts show to do things as the signed-in person; below it what else acts for them. */
export function TokensPage({ children }: { readonly children: ReactNode }) {
  useTitle(pageText.title)
  const { data: tokens, error, refetch } = useQuery(tokensQuery)
  const [isMaking, setIsMaking] = useState(false)
  const [fresh, setFresh] = useState<AccessToken & { readonly token: string }>()
  const [revoking, setRevoking] = useState<AccessToken>()
  const revoke = useRevokeToken()
  const open = () => setIsMaking(true)
  useAsked('new-token', true, open)
  return (
    <Page
      title={pageText.title}
      description={pageText.description}
      width="narrow"
      actions={
        <Button variant="primary" onClick={open}>
          <Plus aria-hidden />
          {pageText.newToken}
        </Button>
      }
    >
      {fresh && <FreshToken key={fresh.id} made={fresh} onDone={() => setFresh(undefined)} />}
      {tokens === undefined ? (
        error ? (
          <ErrorNotice error={error} subject={pageText.failed} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : tokens.length === 0 ? (
        <EmptyState icon={<KeyRound />} title={pageText.emptyTitle} action={<Button onClick={open}>{pageText.createFirst}</Button>}>
          {pageText.emptyBody}
        </EmptyState>
      ) : (
        <Panel label={pageText.title}>
          <ul aria-label={pageText.title} className="ruled">
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
    <output aria-label={pageText.loading} className="flex flex-col gap-3 rounded-lg border bg-surface p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
