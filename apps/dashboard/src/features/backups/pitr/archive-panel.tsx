import type { WalArchive } from '@colonnade/contracts/copies/pitr'
import { Button, RelativeTime, Spinner, toast } from '@colonnade/ui'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'
import { useReadArchive } from '../mutations.ts'
import { failureText } from '../../../lib/error-notice.tsx'
import { archivePanelText } from './messages.ts'

export interface ArchivePanelProps {
  readonly projectRef: string
  readonly archive: WalArchive
  readonly mayOperate: boolean
}

/** Shows the size of the WAL archive and its last verification. */
export function ArchivePanel({ projectRef, archive, mayOperate }: ArchivePanelProps) {
  const read = useReadArchive(projectRef)
  const { segments, bytes, is_being_read: isBeingRead, last_reading: last } = archive
  return (
    <section
      aria-label={archivePanelText.walArchive}
      className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border bg-surface p-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="flex flex-wrap items-baseline gap-x-3 font-medium">
          {archivePanelText.walArchive}
          <span className="text-sm font-normal text-soft tabular-nums">
            {segments === 0 ? archivePanelText.empty : archivePanelText.size(formatBytes(bytes), formatNumber(segments), segments)}
          </span>
        </h2>
        <p className="mt-1 text-sm text-soft">
          {last === null ? (
            archivePanelText.daily
          ) : (
            <>
              {archivePanelText.read} <RelativeTime value={last.at} />
              {last.damaged === 0 ? (
                // missing segments show as a gap in the window
                archivePanelText.sound(formatNumber(last.segments), last.segments)
              ) : (
                <span className="text-danger">{archivePanelText.damaged(formatNumber(last.damaged), formatNumber(last.segments))}</span>
              )}
            </>
          )}
        </p>
      </div>
      {isBeingRead ? (
        <output className="flex items-center gap-2 text-sm text-soft">
          <Spinner /> {archivePanelText.reading}
        </output>
      ) : (
        mayOperate && (
          <Button
            size="sm"
            disabled={segments === 0}
            isPending={read.isPending}
            onClick={() => read.mutate(undefined, { onError: (error) => toast.error(failureText(archivePanelText.toRead, error)) })}
          >
            {archivePanelText.readNow}
          </Button>
        )
      )}
    </section>
  )
}
