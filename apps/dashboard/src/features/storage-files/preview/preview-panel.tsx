import { CopyButton, EmptyState, IconButton, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Download, FileQuestion, FileX, Link2, Pencil, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { PlainTime } from '../../../lib/lists/plain-time.tsx'
import { isStorageError } from '../../../scope/storage/storage-error.ts'
import type { FileActions } from '../actions/file-actions.tsx'
import { baseName, type FileEntry } from '../entries/entry.ts'
import { previewKindOf } from '../entries/file-kind.ts'
import { type FileInfo, infoQuery } from '../entries/queries.ts'
import { previewText } from '../messages.ts'
import { documentBytesMost, type Previewed } from './content.ts'
import { DocumentContent, MediaContent } from './media-content.tsx'
import { TextContent } from './text-content.tsx'

export interface PreviewPanelProps {
  readonly projectRef: string
  readonly bucket: string
  /** The whole name of the file. */
  readonly path: string
  readonly actions: FileActions
  readonly onClose: () => void
}

/** What a file looks like, and what is known of it. */
export function PreviewPanel({ projectRef, bucket, path, actions, onClose }: PreviewPanelProps) {
  const { data: info, error, refetch } = useQuery(infoQuery(projectRef, bucket, path))
  const name = baseName(path)
  const isGone = isStorageError(error, 'NoSuchKey')
  const file: FileEntry = { kind: 'file', path, name, id: null, size: info?.size ?? null, type: info?.content_type ?? '', updatedAt: null }
  return (
    <aside
      aria-label={`Preview of ${name}`}
      className="flex min-h-0 flex-col bg-surface max-md:fixed max-md:inset-0 max-md:z-30 md:w-[26rem] md:shrink-0 md:border-l"
    >
      <div className="flex h-11 shrink-0 items-center gap-1 border-b pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-medium" title={path}>
          {name}
        </h2>
        {info !== undefined && (
          <>
            <IconButton label="Download" onClick={() => actions.download([file])}>
              <Download aria-hidden />
            </IconButton>
            <IconButton
              label={actions.isPublic ? 'Copy URL' : 'Create signed URL'}
              onClick={() => (actions.isPublic ? actions.copyUrl(file) : actions.sign(file))}
            >
              <Link2 aria-hidden />
            </IconButton>
            {actions.mayWrite && (
              <>
                <IconButton label="Rename" onClick={() => actions.rename(file)}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton label="Delete" onClick={() => actions.remove([file])}>
                  <Trash2 aria-hidden />
                </IconButton>
              </>
            )}
          </>
        )}
        <IconButton label="Close preview" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {info !== undefined ? (
        <>
          <div className="flex min-h-0 flex-1 flex-col">
            <Content file={{ ref: projectRef, bucket, path, etag: `${info.version} ${info.etag}` }} name={name} info={info} />
          </div>
          <Facts info={info} path={path} />
        </>
      ) : isGone ? (
        <EmptyState icon={<FileX aria-hidden />} title={previewText.gone.title} className="m-4">
          {previewText.gone.text}
        </EmptyState>
      ) : error !== null ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} className="m-4" />
      ) : (
        <output aria-label="Loading the file" className="p-4">
          <Skeleton className="h-40 w-full" />
        </output>
      )}
    </aside>
  )
}

function Content({ file, name, info }: { readonly file: Previewed; readonly name: string; readonly info: FileInfo }) {
  const kind = previewKindOf({ type: info.content_type, name })
  switch (kind) {
    case 'image':
    case 'audio':
    case 'video':
      return <MediaContent key={file.etag} file={file} name={name} kind={kind} />
    case 'pdf':
      return info.size <= documentBytesMost ? (
        <DocumentContent key={file.etag} file={file} name={name} />
      ) : (
        <Nothing>{previewText.tooLarge(formatBytes(documentBytesMost))}</Nothing>
      )
    case 'none':
      return <Nothing>{previewText.none}</Nothing>
    default:
      return <TextContent key={file.etag} file={file} size={info.size} kind={kind} />
  }
}

function Nothing({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center text-soft">
      <FileQuestion aria-hidden className="size-7 stroke-[1.25] text-faint" />
      <p>{children}</p>
    </div>
  )
}

function Facts({ info, path }: { readonly info: FileInfo; readonly path: string }) {
  const own = Object.entries(info.metadata ?? {})
  return (
    <dl className="grid max-h-64 shrink-0 grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 overflow-y-auto border-t p-4 text-xs">
      <Fact label="Size">
        {formatBytes(info.size)} <span className="text-faint tabular-nums">({info.size.toLocaleString('en')} bytes)</span>
      </Fact>
      <Fact label="Type">{info.content_type}</Fact>
      <Fact label="Path">
        <span className="break-all">{path}</span> <CopyButton text={path} label="Copy path" isIconOnly />
      </Fact>
      <Fact label="Created">
        <PlainTime value={info.created_at} />
      </Fact>
      <Fact label="Last modified">
        <PlainTime value={info.last_modified} />
      </Fact>
      <Fact label="Cache-Control">{info.cache_control}</Fact>
      <Fact label="ETag">
        <span className="font-mono break-all">{info.etag}</span>
      </Fact>
      {own.map(([key, value]) => (
        <Fact key={key} label={key}>
          <span className="font-mono break-all">{typeof value === 'string' ? value : JSON.stringify(value)}</span>
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="truncate text-faint" title={label}>
        {label}
      </dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
