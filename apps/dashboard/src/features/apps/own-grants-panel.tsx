import { Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { GrantList } from './grant-list.tsx'
import { ownGrantsText } from './messages.ts'
import { useRevokeOwnGrant } from './mutations.ts'
import { ownGrantsQuery } from './queries.ts'

/** Applications that the signed-in person lets act for them. */
export function OwnGrantsPanel() {
  const { data: grants, error, refetch } = useQuery(ownGrantsQuery)
  const revoke = useRevokeOwnGrant()
  return (
    <Panel label={ownGrantsText.title}>
      <PanelHeader title={ownGrantsText.title} description={ownGrantsText.description} />
      {grants === undefined ? (
        <PanelContent>
          {error ? <ErrorNotice error={error} subject={ownGrantsText.failed} onRetry={() => void refetch()} /> : <Skeleton className="w-1/2" />}
        </PanelContent>
      ) : grants.length === 0 ? (
        <PanelContent>
          <p className="text-soft">{ownGrantsText.empty}</p>
        </PanelContent>
      ) : (
        <GrantList grants={grants} whose="own" onRevoke={(id) => revoke.mutateAsync(id)} />
      )}
    </Panel>
  )
}
