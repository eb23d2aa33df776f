import { buttonClass, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { pageText, previewText } from '../messages.ts'
import { blobQuery, linkQuery, type Previewed } from './content.ts'

export interface MediaContentProps {
  readonly file: Previewed
  readonly name: string
  readonly kind: 'image' | 'audio' | 'video'
}

/** Shows files that browsers display or play. */
export function MediaContent({ file, name, kind }: MediaContentProps) {
  const { data: url, error, refetch } = useQuery(linkQuery(file))
  const [failed, setFailed] = useState<string>()
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} className="m-4" />
  if (url === undefined) return <Loading />
  const onError = () => setFailed(url)
  if (failed === url) return <p className="p-6 text-center text-soft">{kind === 'image' ? previewText.badImage : previewText.badMedia}</p>
  switch (kind) {
    case 'image':
      return (
        <div className="flex bg-sunken min-h-0 flex-1 items-center justify-center p-4">
          <img src={url} alt={name} className="max-h-full max-w-full object-contain" onError={onError} />
        </div>
      )
    case 'audio':
      return (
        <div className="flex flex-1 items-center p-4">
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- files of an app have none */}
          <audio src={url} controls preload="metadata" aria-label={name} className="w-full" onError={onError} />
        </div>
      )
    default:
      return (
        <div className="flex min-h-0 flex-1 items-center justify-center bg-sunken">
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- files of an app have none */}
          <video src={url} controls preload="metadata" aria-label={name} className="max-h-full max-w-full" onError={onError} />
        </div>
      )
  }
}

/** Shows a PDF file in the browser's viewer, from a copy in memory, because storage responses can't be framed. */
export function DocumentContent({ file, name }: Omit<MediaContentProps, 'kind'>) {
  const { data: blob, error, refetch } = useQuery(blobQuery(file, 'application/pdf'))
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} className="m-4" />
  return blob === undefined ? <Loading /> : <DocumentFrame blob={blob} name={name} />
}

function DocumentFrame({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const [url] = useState(() => URL.createObjectURL(blob))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF file in a sandbox; its type is ours to say, so it runs nothing */}
      <iframe src={url} title={name} className="min-h-0 w-full flex-1 bg-sunken" />
      <div className="border-t p-2 text-right">
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
          <ExternalLink aria-hidden /> {previewText.newTab}
        </a>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <output aria-label={pageText.loadingFile} className="flex flex-1 p-4">
      <Skeleton className="h-full min-h-32 w-full" />
    </output>
  )
}
