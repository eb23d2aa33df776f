import { useQuery } from '@tanstack/react-query'
import { useIsAllowed } from '../permissions.ts'
import { projectSettingsQuery } from './settings-query.ts'

/**
 * Returns the address of a project's API; undefined while it is asked. The call also has the keys: whoever can't read those sees the address that
 * this page was loaded from.
 */
export function useApiUrl(ref: string): string | undefined {
  const mayRead = useIsAllowed(ref)('service_keys:read')
  const { data, error } = useQuery({ ...projectSettingsQuery(ref), enabled: mayRead })
  if (data !== undefined) return `${data.app_config.protocol}://${data.app_config.endpoint}`
  return !mayRead || error !== null ? `${location.origin}/api/${ref}` : undefined
}
