import { Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { GrantList } from './grant-list.tsx'
import { useRevokeOwnGrant } from './mutations.ts'
import { ownGrantsQuery } from './queries.ts'

/** Applications that the signed-in person lets act for them. */
export function OwnGrantsPanel() {
  const { data: grants, error, refetch } = useQuery(ownGrantsQuery)
  const revoke = useRevokeOwnGrant()
  return (
    <Panel label="Authorized apps">
      <PanelHeader title="Authorized apps" description="OAuth apps that act for you, each in one organization and never beyond what you may do." />
      {grants === undefined ? (
        <PanelContent>
          {error ? (
            <ErrorNotice error={error} subject="Failed to load authorized apps" onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="w-1/2" />
          )}
        </PanelContent>
      ) : grants.length === 0 ? (
        <PanelContent>
          <p className="text-soft">You have authorized none. An app that wants to act for you sends you here to decide.</p>
        </PanelContent>
      ) : (
        <GrantList grants={grants} whose="own" onRevoke={(id) => revoke.mutateAsync(id)} />
      )}
    </Panel>
  )
}
