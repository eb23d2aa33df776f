import type { OffsiteReport } from '@colonnade/contracts'
import { Button, Panel, PanelContent, PanelHeader, RelativeTime, Skeleton, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../lib/bytes.ts'
import { ErrorNotice, messageOf } from '../../lib/error-notice.tsx'
import { countText } from '../../lib/lists/count-text.ts'
import { useCopyOffsite } from './mutations.ts'
import { offsiteQuery } from './queries.ts'

/** What of all projects' backups lies elsewhere, and what keeps the rest from it. */
export function OffsitePanel() {
  const { data: report, error, refetch } = useQuery(offsiteQuery)
  const copy = useCopyOffsite()
  return (
    <Panel label="Off-site copies">
      <PanelHeader
        title="Off-site copies"
        description="Backups and archived WAL of all projects, in an object storage elsewhere."
        aside={
          report?.target && (
            <Button
              size="sm"
              isPending={copy.isPending || report.is_copying}
              onClick={() => copy.mutate(undefined, { onError: (problem) => toast.error(`Nothing was copied: ${messageOf(problem)}`) })}
            >
              Copy now
            </Button>
          )
        }
      />
      <PanelContent className="flex flex-col gap-3">
        {report ? <Report report={report} /> : error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading />}
      </PanelContent>
    </Panel>
  )
}

function Report({ report }: { readonly report: OffsiteReport }) {
  const { target, problem, problem_since: since, completed_at: completedAt, backups, wal_files: walFiles, waiting_backups: waiting } = report
  if (target === null) {
    return (
      <p className="text-soft">
        Backups lie on this machine alone, and are lost with it. Set <code>COLONNADE_S3_BUCKET</code>, <code>COLONNADE_S3_ENDPOINT</code>,{' '}
        <code>COLONNADE_S3_ACCESS_KEY_ID</code> and <code>COLONNADE_S3_SECRET_ACCESS_KEY</code> to have them copied to any S3-compatible storage.
      </p>
    )
  }
  return (
    <>
      {problem !== null && (
        <p role="alert" className="rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm wrap-anywhere">
          {problem}. It began {since !== null && <RelativeTime value={since} />}, and is tried again every minute.
        </p>
      )}
      <p className="wrap-anywhere">
        {countText(backups, backups, 'backup')} and {countText(walFiles, walFiles, 'file')} of WAL, {formatBytes(report.bytes)} in all, are in the
        bucket <strong className="font-medium">{target.bucket}</strong>
        {target.prefix !== '' && <> under {target.prefix}</>} at {target.endpoint ?? `AWS, ${target.region}`}.
      </p>
      <p className="text-soft">
        {waiting > 0 && `${countText(waiting, waiting, 'backup')} wait${waiting === 1 ? 's' : ''} to be proved or copied. `}
        {completedAt === null ? (
          'Not everything has been copied yet.'
        ) : (
          <>
            Last complete <RelativeTime value={completedAt} />.
          </>
        )}
      </p>
    </>
  )
}

function Loading() {
  return (
    <output aria-label="Loading what was copied" className="flex flex-col gap-3">
      <Skeleton className="w-full" />
      <Skeleton className="w-2/3" />
    </output>
  )
}
