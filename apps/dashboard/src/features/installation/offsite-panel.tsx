import type { OffsiteReport } from '@colonnade/contracts/copies/offsite'
import { Button, RelativeTime, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../lib/bytes.ts'
import { messageOf } from '../../lib/error-notice.tsx'
import { countText } from '../../lib/lists/count-text.ts'
import { useCopyOffsite } from './mutations.ts'
import { offsiteQuery } from './queries.ts'
import { Problem, ReportPanel } from './report-panel.tsx'

/** What of all projects' backups lies elsewhere, and what keeps the rest from it. */
export function OffsitePanel() {
  const query = useQuery(offsiteQuery)
  const copy = useCopyOffsite()
  return (
    <ReportPanel
      title="Off-site copies"
      description="Backups and archived WAL of all projects, in an object storage elsewhere."
      query={query}
      aside={
        query.data?.target && (
          <Button
            size="sm"
            isPending={copy.isPending || query.data.is_copying}
            onClick={() => copy.mutate(undefined, { onError: (problem) => toast.error(`Nothing was copied: ${messageOf(problem)}`) })}
          >
            Copy now
          </Button>
        )
      }
    >
      {(report) => <Report report={report} />}
    </ReportPanel>
  )
}

function Report({ report }: { readonly report: OffsiteReport }) {
  const { target, problem, problem_since: since, completed_at: completedAt, backups, wal_files: walFiles, files, waiting_backups: waiting } = report
  if (target === null) {
    return (
      <p className="text-soft">
        Backups and files lie on this machine alone, and are lost with it. Set <code>COLONNADE_S3_BUCKET</code>, <code>COLONNADE_S3_ENDPOINT</code>,{' '}
        <code>COLONNADE_S3_ACCESS_KEY_ID</code> and <code>COLONNADE_S3_SECRET_ACCESS_KEY</code> to have them copied to any S3-compatible storage.
      </p>
    )
  }
  return (
    <>
      {problem !== null && <Problem problem={problem} since={since} />}
      <p className="wrap-anywhere">
        {countText(backups, backups, 'backup')}, {countText(walFiles, walFiles, 'file')} of WAL and {countText(files, files, 'file')} of projects,{' '}
        {formatBytes(report.bytes)} in total, are in the bucket <strong className="font-medium">{target.bucket}</strong>
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
