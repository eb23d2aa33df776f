import { Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { useIsAllowed } from '../../scope/permissions.ts'
import { projectSettingsQuery } from '../../scope/project-settings/settings-query.ts'
import { addresses } from './messages.ts'
import { ownHostUrl } from './own-host-url.ts'

/** Where clients find the data API of a project. */
export function AddressesPanel({ projectRef }: { readonly projectRef: string }) {
  // the call also has the keys; whoever can't read those sees the address that this page was loaded from
  const mayRead = useIsAllowed(projectRef)('service_keys:read')
  const { data, error } = useQuery({ ...projectSettingsQuery(projectRef), enabled: mayRead })
  const known = data === undefined ? undefined : `${data.app_config.protocol}://${data.app_config.endpoint}`
  const url = known ?? (!mayRead || error !== null ? `${location.origin}/api/${projectRef}` : undefined)
  const hostUrl = url === undefined ? null : ownHostUrl(url, projectRef)
  return (
    <Panel label={addresses.title}>
      <PanelHeader title={addresses.title} description={addresses.description} />
      <PanelContent className="flex flex-col gap-4">
        {url !== undefined && (
          <>
            <SecretValue {...addresses.project} value={url} />
            <SecretValue {...addresses.rest} value={`${url}/rest/v1`} />
            {hostUrl !== null && <SecretValue {...addresses.host} value={`${hostUrl}/rest/v1`} />}
          </>
        )}
      </PanelContent>
    </Panel>
  )
}
