import { useQuery } from '@tanstack/react-query'
import { SecretValue } from '../../../lib/secrets/secret-value.tsx'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { projectSettingsQuery } from '../../../scope/project-settings/settings-query.ts'
import { callbackUrlText } from './messages.ts'

/** The URL that providers send people back to. */
export function CallbackUrl({ projectRef }: { readonly projectRef: string }) {
  // the call also has the keys; whoever can't read those sees the address that this page was loaded from
  const mayRead = useIsAllowed(projectRef)('service_keys:read')
  const { data, error } = useQuery({ ...projectSettingsQuery(projectRef), enabled: mayRead })
  const known = data === undefined ? undefined : `${data.app_config.protocol}://${data.app_config.endpoint}`
  const url = known ?? (!mayRead || error !== null ? `${location.origin}/api/${projectRef}` : undefined)
  if (url === undefined) return null
  return (
    <div className="border-b p-4">
      <SecretValue label={callbackUrlText.callbackURL} caption={callbackUrlText.callbackURLSettingsYour} value={`${url}/auth/v1/callback`} />
    </div>
  )
}
