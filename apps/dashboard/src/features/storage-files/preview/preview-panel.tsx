import { EmptyState, IconButton, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Download, FileCog, FileQuestion, FileX, Link2, Pencil, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useLook } from '../../../scope/storage/look-as.ts'
import { isStorageError } from '../../../scope/storage/storage-error.ts'
import type { FileActions } from '../actions/file-actions.tsx'
import { baseName, type FileEntry } from '../entries/entry.ts'
import { previewKindOf } from '../entries/file-kind.ts'
import { detailsQuery, type FileDetails } from '../entries/queries.ts'
import { AccessFacts } from '../look/access-facts.tsx'
import { actionText, lookText, pageText, previewText } from '../messages.ts'
import { documentBytesMost, type Previewed } from './content.ts'
import { FileFacts } from './file-facts.tsx'
import { DocumentContent, MediaContent } from './media-content.tsx'
import { MissingContent } from './missing-content.tsx'
import { TextContent } from './text-content.tsx'

export interface PreviewPanelProps {
  readonly projectRef: string
  readonly bucket: string
  /** Path of the file. */
  readonly path: string
  readonly actions: FileActions
  /** Uploads the missing content. */
  readonly onReplace: (file: File) => void
  readonly onClose: () => void
}

/** Previews a file with its details. */
export function PreviewPanel({ projectRef, bucket, path, actions, onReplace, onClose }: PreviewPanelProps) {
  const look = useLook(projectRef)
  const { data: info, error, refetch } = useQuery(detailsQuery(projectRef, bucket, path, look))
  const name = baseName(path)
  const isGone = isStorageError(error, 'NoSuchKey')
  const file: FileEntry = { kind: 'file', path, name, id: null, size: info?.size ?? null, type: info?.content_type ?? '', updatedAt: null }
  return (
    <aside
      aria-label={previewText.label(name)}
      data-file-preview=""
      className="flex min-h-0 flex-col bg-surface max-md:fixed max-md:inset-0 max-md:z-30 md:w-[26rem] md:shrink-0 md:border-l"
    >
      <div className="flex h-11 shrink-0 items-center gap-1 border-b pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-medium" title={path}>
          {name}
        </h2>
        {info !== undefined && (
          <>
            {info.has_content && (
              <>
                <IconButton label={actionText.download} onClick={() => actions.download([file])}>
                  <Download aria-hidden />
                </IconButton>
                {(actions.isPublic || actions.mayWrite) && (
                  <IconButton
                    label={actions.isPublic ? actionText.copyUrl : actionText.createSignedUrl}
                    onClick={() => (actions.isPublic ? actions.copyUrl(file) : actions.sign(file))}
                  >
                    <Link2 aria-hidden />
                  </IconButton>
                )}
              </>
            )}
            {actions.mayWrite && (
              <>
                <IconButton label={actionText.editDetails} onClick={() => actions.editDetails(file)}>
                  <FileCog aria-hidden />
                </IconButton>
                <IconButton label={actionText.rename} onClick={() => actions.rename(file)}>
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton label={actionText.remove} onClick={() => actions.remove([file])}>
                  <Trash2 aria-hidden />
                </IconButton>
              </>
            )}
          </>
        )}
        <IconButton label={previewText.close} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {info !== undefined ? (
        <>
          <div className="flex min-h-0 flex-1 flex-col">
            {info.has_content ? (
              <Content file={{ ref: projectRef, bucket, path, look, etag: `${info.version} ${info.etag}` }} name={name} info={info} />
            ) : (
              <MissingContent mayWrite={actions.mayWrite} onUpload={onReplace} onRemove={() => actions.remove([file])} />
            )}
          </div>
          {look !== null && <AccessFacts projectRef={projectRef} bucket={bucket} path={path} look={look} />}
          <FileFacts projectRef={projectRef} details={info} path={path} />
        </>
      ) : isGone ? (
        <>
          <EmptyState icon={<FileX aria-hidden />} title={look === null ? previewText.gone.title : lookText.hidden(look.name)} className="m-4">
            {look === null ? previewText.gone.text : actions.isPublic ? lookText.hiddenPublic : lookText.hiddenText}
          </EmptyState>
          {look !== null && <AccessFacts projectRef={projectRef} bucket={bucket} path={path} look={look} />}
        </>
      ) : error !== null ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} className="m-4" />
      ) : (
        <output aria-label={pageText.loadingFile} className="p-4">
          <Skeleton className="h-40 w-full" />
        </output>
      )}
    </aside>
  )
}

function Content({ file, name, info }: { readonly file: Previewed; readonly name: string; readonly info: FileDetails }) {
  const kind = previewKindOf({ type: info.content_type ?? '', name })
  const size = info.size ?? 0
  switch (kind) {
    case 'image':
    case 'audio':
    case 'video':
      return <MediaContent key={file.etag} file={file} name={name} kind={kind} />
    case 'pdf':
      return size <= documentBytesMost ? (
        <DocumentContent key={file.etag} file={file} name={name} />
      ) : (
        <Nothing>{previewText.tooLarge(formatBytes(documentBytesMost))}</Nothing>
      )
    case 'none':
      return <Nothing>{previewText.none}</Nothing>
    default:
      return <TextContent key={file.etag} file={file} size={size} kind={kind} />
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
