import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import type { FunctionVersion } from '@colonnade/contracts/functions/function-versions'
import { Badge, Button, ErrorAlert, RelativeTime, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { GitCompare, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice, messageOf } from '../../../lib/error-notice.tsx'
import { ItemRow } from '../../../lib/lists/item-row.tsx'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { versionText } from '../messages.ts'
import { useActivateVersion } from '../page/mutations.ts'
import { versionsQuery } from '../queries.ts'
import { VersionDiff } from './version-diff.tsx'

export interface VersionsTabProps {
  readonly projectRef: string
  readonly edgeFunction: EdgeFunction
}

/** Lists deployed versions and rolls back to them. */
export function VersionsTab({ projectRef, edgeFunction: { slug } }: VersionsTabProps) {
  const mayChange = useIsAllowed(projectRef)('project_edge_function:all')
  const { data: versions, error, refetch } = useQuery(versionsQuery(projectRef, slug))
  const activate = useActivateVersion(projectRef, slug)
  const [compared, setCompared] = useState<FunctionVersion>()
  const live = versions?.find((version) => version.is_live)
  const rollBack = (to: number, from: number | undefined) =>
    activate.mutate(to, {
      onSuccess: () =>
        toast.success(
          versionText.rolledBack(to),
          from === undefined ? undefined : { label: versionText.undo, onClick: () => rollBack(from, undefined) },
        ),
    })
  return (
    <div className="flex max-w-4xl flex-col gap-4 px-4 py-6 md:px-8">
      {activate.error !== null && <ErrorAlert message={messageOf(activate.error)} />}
      {versions === undefined ? (
        error === null ? (
          <output aria-label={versionText.loading} className="flex flex-col gap-2">
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-12 w-full" />
          </output>
        ) : (
          <ErrorNotice error={error} subject={versionText.loadFailed} onRetry={() => void refetch()} />
        )
      ) : (
        <ul aria-label={versionText.list} className="ruled rounded-lg border bg-surface">
          {versions.map((version) => (
            <ItemRow
              key={version.version}
              title={
                <>
                  <span className="font-medium">{versionText.name(version.version)}</span>
                  {version.is_live && <Badge tone="accent">{versionText.live}</Badge>}
                </>
              }
              facts={
                <>
                  <RelativeTime value={version.created_at} />
                  {version.created_by !== null && <span>{version.created_by}</span>}
                  <span>{versionText.files(version.files.length)}</span>
                </>
              }
              actions={
                !version.is_live && (
                  <span className="flex flex-wrap justify-end gap-2">
                    <Button size="sm" variant="ghost" onClick={() => setCompared(version)} aria-label={versionText.compareLabel(version.version)}>
                      <GitCompare aria-hidden />
                      {versionText.compare}
                    </Button>
                    {mayChange && (
                      <Button
                        size="sm"
                        disabled={activate.isPending}
                        isPending={activate.isPending && activate.variables === version.version}
                        aria-label={versionText.rollBackLabel(version.version)}
                        onClick={() => rollBack(version.version, live?.version)}
                      >
                        <RotateCcw aria-hidden />
                        {versionText.rollBack}
                      </Button>
                    )}
                  </span>
                )
              }
            >
              {version.notices.map((notice) => (
                <p key={notice} className="mt-1 text-xs wrap-anywhere text-soft">
                  {notice}
                </p>
              ))}
            </ItemRow>
          ))}
        </ul>
      )}
      {compared !== undefined && live !== undefined && (
        <VersionDiff projectRef={projectRef} slug={slug} before={compared} after={live} onClose={() => setCompared(undefined)} />
      )}
    </div>
  )
}
