import type { AppWithSecret } from '@colonnade/contracts/organizations/apps'
import { Button, EmptyState, Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { AppWindow, Plus } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { AppDialog } from './app-dialog.tsx'
import { AppRow } from './app-row.tsx'
import { FreshApp } from './fresh-app.tsx'
import { GrantList } from './grant-list.tsx'
import { pageText } from './messages.ts'
import { useRevokeMemberGrant } from './mutations.ts'
import { appsQuery, memberGrantsQuery } from './queries.ts'

/** OAuth applications: those that the organization registers, and those that its members let act for them. */
export function AppsPage({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: apps, error, refetch } = useQuery(appsQuery(slug))
  const [isMaking, setIsMaking] = useState(false)
  const [fresh, setFresh] = useState<AppWithSecret>()
  useTitle(pageText.title, organization.name)
  const mayWrite = isAllowed(organization, 'organization:update')
  const make = () => setIsMaking(true)
  return (
    <Page
      title={pageText.title}
      width="narrow"
      description={pageText.description}
      actions={
        mayWrite && (
          <Button variant="primary" onClick={make}>
            <Plus aria-hidden />
            {pageText.registerApp}
          </Button>
        )
      }
    >
      {fresh && <FreshApp key={fresh.client_secret ?? fresh.id} app={fresh} onDone={() => setFresh(undefined)} />}
      {apps === undefined ? (
        error ? (
          <ErrorNotice error={error} subject={pageText.failed} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-24 w-full rounded-lg" />
        )
      ) : apps.length === 0 ? (
        <EmptyState
          icon={<AppWindow aria-hidden />}
          title={pageText.emptyTitle}
          action={mayWrite && <Button onClick={make}>{pageText.registerFirstOne}</Button>}
        >
          {pageText.emptyBody}
        </EmptyState>
      ) : (
        <Panel label={pageText.publishedHere}>
          <PanelHeader title={pageText.published(organization.name)} />
          <ul aria-label={pageText.publishedApps} className="ruled">
            {apps.map((app) => (
              <AppRow key={app.id} slug={slug} app={app} mayWrite={mayWrite} onSecret={setFresh} />
            ))}
          </ul>
        </Panel>
      )}
      {isAllowed(organization, 'members:manage') && <MemberGrants slug={slug} />}
      {isMaking && <AppDialog slug={slug} app={null} onClose={() => setIsMaking(false)} onMade={setFresh} />}
    </Page>
  )
}

function MemberGrants({ slug }: { readonly slug: string }) {
  const { data: grants, error, refetch } = useQuery(memberGrantsQuery(slug))
  const revoke = useRevokeMemberGrant(slug)
  return (
    <Panel label={pageText.authorized}>
      <PanelHeader title={pageText.authorized} description={pageText.authorizedHint} />
      {grants === undefined ? (
        <PanelContent>{error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Skeleton className="w-1/2" />}</PanelContent>
      ) : grants.length === 0 ? (
        <PanelContent>
          <p className="text-soft">{pageText.noneAuthorized}</p>
        </PanelContent>
      ) : (
        <GrantList grants={grants} whose="members" onRevoke={(id) => revoke.mutateAsync(id)} />
      )}
    </Panel>
  )
}
