import type { SchemaCacheState } from '@colonnade/rest-query'
import { Button, Panel, PanelContent, PanelHeader, RelativeTime } from '@colonnade/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { formatDuration } from '../../lib/texts/duration.ts'
import { Notice } from '../../lib/texts/notice.tsx'
import { useIsAllowed } from '../../scope/permissions.ts'
import { schemaCache } from './messages.ts'
import { reloadSchemaCache, schemaCacheQuery } from './schema-cache-query.ts'

/** Shows the age of the data API's schema cache, with a button that reloads it. Only for people who can call the data API as any role. */
export function SchemaCachePanel({ projectRef }: { readonly projectRef: string }) {
  const isAllowed = useIsAllowed(projectRef)
  const mayAsk = isAllowed('service_keys:read') && isAllowed('database:write')
  const queryClient = useQueryClient()
  const query = schemaCacheQuery(projectRef)
  // asking needs a token, which the audit log records, so opening the page doesn't ask
  const [isAsked, setIsAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: mayAsk && isAsked })
  const {
    isPending,
    mutate,
    error: reloadError,
  } = useMutation({
    mutationFn: () => reloadSchemaCache(projectRef),
    onSuccess: (state) => queryClient.setQueryData(query.queryKey, state),
  })
  if (!mayAsk) return null
  return (
    <Panel label={schemaCache.title}>
      <PanelHeader
        title={schemaCache.title}
        description={schemaCache.description}
        aside={
          data === undefined ? (
            <Button size="sm" isPending={isFetching} onClick={() => (isAsked ? void refetch() : setIsAsked(true))}>
              {schemaCache.check}
            </Button>
          ) : (
            <Button size="sm" isPending={isPending} onClick={() => mutate()}>
              <RefreshCw aria-hidden />
              {schemaCache.reload}
            </Button>
          )
        }
      />
      {(data !== undefined || error !== null) && (
        <PanelContent className="flex flex-col gap-3">
          {data ? <State {...data} /> : <ErrorNotice error={error} />}
          {reloadError !== null && <ErrorNotice error={reloadError} />}
        </PanelContent>
      )}
    </Panel>
  )
}

function State({ loaded_at, load_ms, relations, functions, warnings, last_error: failure }: SchemaCacheState) {
  return (
    <>
      <p className="dotted text-sm text-soft">
        <span>
          {schemaCache.loaded} <RelativeTime value={loaded_at} />
        </span>
        <span>{schemaCache.took(formatDuration(load_ms))}</span>
        <span>{schemaCache.holds(relations, functions)}</span>
      </p>
      {failure !== null && (
        <Notice tone="warning">
          {schemaCache.failed(failure.message)} <RelativeTime value={failure.at} />
        </Notice>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
    </>
  )
}
