import type { WebhookWithSecret } from '@colonnade/contracts/organizations/webhooks'
import { Button, EmptyState, Panel, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { FreshSecret } from './fresh-secret.tsx'
import { pageText } from './messages.ts'
import { webhooksQuery } from './queries.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** Lists the organization's webhooks. */
export function IntegrationsPage({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  useTitle(pageText.title, organization.name)
  if (isAllowed(organization, 'organization:update')) return <Webhooks slug={slug} />
  return (
    <Page title={pageText.title} width="narrow">
      <EmptyState icon={<WebhookIcon aria-hidden />} title={pageText.noAccessTitle}>
        {pageText.noAccessBody}
      </EmptyState>
    </Page>
  )
}

function Webhooks({ slug }: { readonly slug: string }) {
  const { data: webhooks, error, refetch } = useQuery(webhooksQuery(slug))
  const [isMaking, setIsMaking] = useState(false)
  const [fresh, setFresh] = useState<WebhookWithSecret>()
  const make = () => setIsMaking(true)
  return (
    <Page
      title={pageText.title}
      width="narrow"
      description={pageText.description}
      actions={
        <Button variant="primary" onClick={make}>
          <Plus aria-hidden />
          {pageText.newWebhook}
        </Button>
      }
    >
      {fresh && <FreshSecret key={fresh.secret} webhook={fresh} onDone={() => setFresh(undefined)} />}
      {webhooks === undefined ? (
        error ? (
          <ErrorNotice error={error} subject={pageText.listFailed} onRetry={() => void refetch()} />
        ) : (
          <output aria-label={pageText.loading}>
            <Skeleton className="h-24 w-full rounded-lg" />
          </output>
        )
      ) : webhooks.length === 0 ? (
        <EmptyState icon={<WebhookIcon aria-hidden />} title={pageText.emptyTitle} action={<Button onClick={make}>{pageText.createFirst}</Button>}>
          {pageText.emptyBody}
        </EmptyState>
      ) : (
        <Panel label={pageText.webhooks}>
          <PanelHeader title={pageText.webhooks} />
          <ul aria-label={pageText.webhooks} className="ruled">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} slug={slug} webhook={webhook} onSecret={setFresh} />
            ))}
          </ul>
        </Panel>
      )}
      {isMaking && <WebhookDialog slug={slug} webhook={null} onClose={() => setIsMaking(false)} onMade={setFresh} />}
    </Page>
  )
}
