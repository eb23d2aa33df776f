import { type Snippet, versionSpanSeconds } from '@colonnade/contracts/data/snippets'
import { Button, cn, Dialog, relativeTimeText, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { profileQuery } from '../../../scope/queries.ts'
import { sqlDocument } from '../documents/sql-documents.ts'
import { TextDiff } from '../../../lib/text-diff/text-diff.tsx'
import { versionsDialogText } from './messages.ts'
import { snippetVersionQuery, snippetVersionsQuery } from './snippet-queries.ts'
import { versionNumber } from './version-numbers.ts'

export interface VersionsDialogProps {
  readonly projectRef: string
  readonly snippet: Snippet
  /** The version that is looked at; null for the one before the newest. */
  readonly chosen: number | null
  readonly onChoose: (version: number) => void
  readonly onClose: () => void
  readonly onOpen: (id: string) => void
}

/** What a snippet was, against what it is; a version can be brought back, which makes a new one. */
export function VersionsDialog({ projectRef, snippet, chosen, onChoose, onClose, onOpen }: VersionsDialogProps) {
  const person = useQuery(profileQuery).data?.id ?? ''
  const { data: versions, error, refetch } = useQuery(snippetVersionsQuery(projectRef, snippet.id))
  const newest = versions?.[0]?.version ?? null
  const version = chosen ?? versions?.[1]?.version ?? newest
  const before = useQuery({ ...snippetVersionQuery(projectRef, snippet.id, version ?? 0), enabled: version !== null })
  const now = useQuery({ ...snippetVersionQuery(projectRef, snippet.id, newest ?? 0), enabled: newest !== null })
  const number = version === null ? null : versionNumber(versions ?? [], version)
  const failure = error ?? before.error ?? now.error

  const restore = async (text: string) => {
    const store = sqlDocument({ person, ref: projectRef, id: snippet.id })
    await store.open()
    const current = store.text
    store.restore(text)
    onClose()
    onOpen(snippet.id)
    toast.success(versionsDialogText.restored(snippet.name, number ?? 0), { label: versionsDialogText.undo, onClick: () => store.restore(current) })
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={versionsDialogText.title(snippet.name)}
      className="top-[5dvh] max-h-[90dvh] w-[72rem]"
      footer={
        <Button
          variant="primary"
          disabled={!snippet.is_writable || before.data === undefined || version === newest}
          onClick={() => before.data && void restore(before.data.content)}
        >
          {version === null || version === newest ? versionsDialogText.restore : versionsDialogText.restoreVersion(number ?? 0)}
        </Button>
      }
    >
      {failure !== null && <ErrorNotice error={failure} onRetry={() => void refetch()} />}
      <div className="flex h-[62dvh] min-h-0 flex-col gap-3 md:flex-row">
        <ul aria-label={versionsDialogText.versions} className="flex max-h-40 w-full shrink-0 flex-col overflow-y-auto md:max-h-none md:w-56">
          {versions?.map((each, index) => (
            <li key={each.version}>
              <button
                type="button"
                aria-pressed={each.version === version}
                className={cn(
                  'flex w-full flex-col rounded-md px-2 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2',
                  each.version === version && 'bg-selected',
                )}
                onClick={() => onChoose(each.version)}
              >
                <span className="flex w-full items-baseline justify-between gap-2 text-sm">
                  <span>
                    {versionsDialogText.version(versions.length - index)}
                    {index === 0 && <span className="text-soft">{versionsDialogText.current}</span>}
                  </span>
                  <span className="text-2xs text-soft tabular-nums">{formatBytes(each.bytes)}</span>
                </span>
                <span className="truncate text-xs text-soft">
                  {each.author.username},{' '}
                  <time dateTime={each.inserted_at} title={new Date(each.inserted_at).toLocaleString()}>
                    {relativeTimeText(Date.parse(each.inserted_at), now.dataUpdatedAt)}
                  </time>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          {versions?.length === 1 && <p className="pb-3 text-sm text-soft">{versionsDialogText.noEarlier(versionSpanSeconds / 60)}</p>}
          {before.data !== undefined && now.data !== undefined && (
            <TextDiff
              before={before.data.content}
              after={now.data.content}
              labels={{ before: versionsDialogText.version(number ?? 0), after: versionsDialogText.currentVersion }}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}
