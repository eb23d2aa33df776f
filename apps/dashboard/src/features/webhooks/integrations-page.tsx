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
import { webhooksQuery } from './queries.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** What is outside of the platform and hears of the organization. */
export function IntegrationsPage({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  useTitle('Integrations', organization.name)
  if (isAllowed(organization, 'organization:update')) return <Webhooks slug={slug} />
  return (
    <Page title="Integrations" width="narrow">
      <EmptyState icon={<WebhookIcon aria-hidden />} title="Not for your role">
        Who may change the organization decides what is told of it elsewhere.
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
      title="Integrations"
      width="narrow"
      description="Webhooks tell other systems what happens in this organization."
      actions={
        <Button variant="primary" onClick={make}>
          <Plus aria-hidden />
          New webhook
        </Button>
      }
    >
      {fresh && <FreshSecret key={fresh.secret} webhook={fresh} onDone={() => setFresh(undefined)} />}
      {webhooks === undefined ? (
        error ? (
          <ErrorNotice error={error} subject="Failed to load webhooks" onRetry={() => void refetch()} />
        ) : (
          <output aria-label="Loading webhooks">
            <Skeleton className="h-24 w-full rounded-lg" />
          </output>
        )
      ) : webhooks.length === 0 ? (
        <EmptyState icon={<WebhookIcon aria-hidden />} title="No webhooks" action={<Button onClick={make}>Make the first one</Button>}>
          An address of yours is called when a project is created, a backup fails, a member joins: signed, tried again when it does not answer, and
          with a log.
        </EmptyState>
      ) : (
        <Panel label="Webhooks">
          <PanelHeader title="Webhooks" />
          <ul aria-label="Webhooks" className="ruled">
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
