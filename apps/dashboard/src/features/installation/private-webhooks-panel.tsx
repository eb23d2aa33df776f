import { Panel, PanelHeader, Switch, toast } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { messageOf } from '../../lib/error-notice.tsx'
import { privateWebhooksPanelText } from './messages.ts'
import { useChangeInstallation } from './mutations.ts'
import { installationQuery } from './queries.ts'

/** Whether webhooks of organizations may go to the machine that this runs on, and to what is around it. */
export function PrivateWebhooksPanel() {
  const { data: settings } = useSuspenseQuery(installationQuery)
  const change = useChangeInstallation()
  const shown = change.isPending ? (change.variables.private_webhooks ?? settings.private_webhooks) : settings.private_webhooks
  return (
    <Panel label={privateWebhooksPanelText.webhooksPrivateAddresses}>
      <PanelHeader
        title={privateWebhooksPanelText.webhooksPrivateAddresses}
        description={privateWebhooksPanelText.letsOrganizationAdministratorsSend}
        className="flex-nowrap"
        aside={
          <Switch
            label={<span className="sr-only">{privateWebhooksPanelText.allowWebhooksPrivateAddresses}</span>}
            isOn={shown}
            onChange={(next) =>
              change.mutate(
                { private_webhooks: next },
                { onError: (error) => toast.error(privateWebhooksPanelText.couldntSaveSetting(messageOf(error))) },
              )
            }
          />
        }
      />
    </Panel>
  )
}
