import { Panel, PanelHeader, Switch, toast } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { messageOf } from '../../lib/error-notice.tsx'
import { useChangeInstallation } from './mutations.ts'
import { installationQuery } from './queries.ts'

/** Whether webhooks of organizations may go to the machine that this runs on, and to what is around it. */
export function PrivateWebhooksPanel() {
  const { data: settings } = useSuspenseQuery(installationQuery)
  const change = useChangeInstallation()
  const shown = change.isPending ? (change.variables.private_webhooks ?? settings.private_webhooks) : settings.private_webhooks
  return (
    <Panel label="Webhooks to private addresses">
      <PanelHeader
        title="Webhooks to private addresses"
        description="Lets whoever manages an organization have this machine call others in its own network, also without https."
        className="flex-nowrap"
        aside={
          <Switch
            label={<span className="sr-only">Allow webhooks to private addresses</span>}
            isOn={shown}
            onChange={(next) => change.mutate({ private_webhooks: next }, { onError: (error) => toast.error(`Not changed: ${messageOf(error)}`) })}
          />
        }
      />
    </Panel>
  )
}
