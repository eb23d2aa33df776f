import type { OffsiteReport } from '@colonnade/contracts/copies/offsite'
import { Button, RelativeTime, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../lib/bytes.ts'
import { messageOf } from '../../lib/error-notice.tsx'
import { countText } from '../../lib/lists/count-text.ts'
import { offsitePanelText } from './messages.ts'
import { useCopyOffsite } from './mutations.ts'
import { offsiteQuery } from './queries.ts'
import { Problem, ReportPanel } from './report-panel.tsx'

/** What of all projects' backups lies elsewhere, and what keeps the rest from it. */
export function OffsitePanel() {
  const query = useQuery(offsiteQuery)
  const copy = useCopyOffsite()
  return (
    <ReportPanel
      title={offsitePanelText.offSiteCopies}
      description={offsitePanelText.copiesAllProjectsBackups}
      query={query}
      aside={
        query.data?.target && (
          <Button
            size="sm"
            isPending={copy.isPending || query.data.is_copying}
            onClick={() => copy.mutate(undefined, { onError: (problem) => toast.error(offsitePanelText.copyFailed(messageOf(problem))) })}
          >
            {offsitePanelText.copyNow}
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
        {offsitePanelText.backupsFilesStoredMachine} <code>COLONNADE_S3_BUCKET</code>, <code>COLONNADE_S3_ENDPOINT</code>,{' '}
        <code>COLONNADE_S3_ACCESS_KEY_ID</code> {offsitePanelText.and} <code>COLONNADE_S3_SECRET_ACCESS_KEY</code>.
      </p>
    )
  }
  return (
    <>
      {problem !== null && <Problem problem={problem} since={since} />}
      <p className="wrap-anywhere">
        {offsitePanelText.walProjectsTotalBucket(
          countText(backups, backups, 'backup'),
          countText(walFiles, walFiles, 'file'),
          countText(files, files, 'file'),
          formatBytes(report.bytes),
        )}{' '}
        <strong className="font-medium">{target.bucket}</strong>
        {target.prefix !== '' && <>{offsitePanelText.under(target.prefix)}</>}{' '}
        {offsitePanelText.at(target.endpoint ?? offsitePanelText.aws(target.region))}
      </p>
      <p className="text-soft">
        {waiting > 0 && offsitePanelText.waitingVerifiedCopied(countText(waiting, waiting, 'backup'), waiting)}
        {completedAt === null ? (
          offsitePanelText.notEverythingHasBeen
        ) : (
          <>
            {offsitePanelText.lastCompleteCopy} <RelativeTime value={completedAt} />.
          </>
        )}
      </p>
    </>
  )
}
