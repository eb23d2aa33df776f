import type { WalArchive } from '@colonnade/contracts/copies/pitr'
import { Button, RelativeTime, Spinner, toast } from '@colonnade/ui'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'
import { useReadArchive } from '../mutations.ts'
import { failureText } from '../../../lib/error-notice.tsx'

export interface ArchivePanelProps {
  readonly projectRef: string
  readonly archive: WalArchive
  readonly mayOperate: boolean
}

/** How much WAL is kept, and when all of it was last found to be what was archived. */
export function ArchivePanel({ projectRef, archive, mayOperate }: ArchivePanelProps) {
  const read = useReadArchive(projectRef)
  const { segments, bytes, is_being_read: isBeingRead, last_reading: last } = archive
  return (
    <section aria-label="WAL archive" className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border bg-surface p-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="flex flex-wrap items-baseline gap-x-3 font-medium">
          WAL archive
          <span className="text-sm font-normal text-soft tabular-nums">
            {segments === 0 ? 'Empty' : `${formatBytes(bytes)} in ${formatNumber(segments)} segment${segments === 1 ? '' : 's'}`}
          </span>
        </h2>
        <p className="mt-1 text-sm text-soft">
          {last === null ? (
            'Once a day all of it is read, and compared with what was archived.'
          ) : (
            <>
              Read through <RelativeTime value={last.at} />:{' '}
              {last.damaged === 0 ? (
                // what is not there is a gap of the window, which shows it
                `${last.segments === 1 ? 'the one segment' : `all ${formatNumber(last.segments)} segments`} that it found ${last.segments === 1 ? 'is' : 'are'} what was archived.`
              ) : (
                <span className="text-danger">
                  {formatNumber(last.damaged)} of {formatNumber(last.segments)} segments {last.damaged === 1 ? 'is' : 'are'} damaged; nothing is
                  recovered across {last.damaged === 1 ? 'it' : 'them'}.
                </span>
              )}
            </>
          )}
        </p>
      </div>
      {isBeingRead ? (
        <output className="flex items-center gap-2 text-sm text-soft">
          <Spinner /> Being read
        </output>
      ) : (
        mayOperate && (
          <Button
            size="sm"
            disabled={segments === 0}
            isPending={read.isPending}
            onClick={() => read.mutate(undefined, { onError: (error) => toast.error(failureText('begin the reading', error)) })}
          >
            Read through now
          </Button>
        )
      )}
    </section>
  )
}
