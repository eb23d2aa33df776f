import { useQuery } from '@tanstack/react-query'
import { useIsAllowed } from '../../scope/permissions.ts'
import { apiParametersOf } from '../../scope/project-settings/api-parameters.ts'
import { restSettingsQuery } from '../../scope/project-settings/rest-settings-query.ts'
import { projectSettingsQuery } from '../../scope/project-settings/settings-query.ts'
import type { Target } from './examples/call.ts'
import { type ExposedObject, exposedObjectsQuery } from './queries.ts'

/** What the docs of a project are made of: its exposed objects, and where and with which key they are called. */
export function useDocs(projectRef: string) {
  const mayRead = useIsAllowed(projectRef)('service_keys:read')
  const rest = useQuery(restSettingsQuery(projectRef))
  const schemas = rest.data && schemasOf(rest.data.db_schema)
  const objects = useQuery({ ...exposedObjectsQuery(projectRef, schemas ?? []), enabled: schemas !== undefined })
  const settings = useQuery({ ...projectSettingsQuery(projectRef), enabled: mayRead })
  const failed = [rest, objects].find(({ data, error }) => data === undefined && error !== null)
  return {
    mayRead,
    isOff: rest.data?.is_enabled === false,
    schemas,
    objects: objects.data,
    settings,
    failed,
    isLoading: failed === undefined && objects.data === undefined,
    targetOf: (item: ExposedObject | undefined): Target => ({
      ...apiParametersOf(settings.data),
      schema: item === undefined || item.schema === schemas?.[0] ? null : item.schema,
    }),
  }
}

const schemasOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
