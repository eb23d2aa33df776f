import type { DocumentText, DocumentVersion } from '@colonnade/contracts/installation/documents'
import { Skeleton } from '@colonnade/ui'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatBytes } from '../../lib/bytes.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { loaded } from '../../lib/late/loaded.ts'
import { documentVersionTextCopy } from './messages.ts'

const MarkdownText = lazy(loaded(() => import('./markdown-text.tsx'), 'MarkdownText'))

export interface DocumentVersionTextProps<Key extends readonly unknown[]> {
  readonly version: DocumentVersion
  readonly query: UseQueryOptions<DocumentText, Error, DocumentText, Key>
}

/** What a version says. A PDF file is not shown here: browsers do that in a window of their own. */
export function DocumentVersionText<Key extends readonly unknown[]>({ version, query }: DocumentVersionTextProps<Key>) {
  const { data, error, refetch } = useQuery({ ...query, enabled: version.format === 'markdown' })
  if (version.format === 'pdf') return <p className="text-soft">{documentVersionTextCopy.pdf(formatBytes(version.size_bytes))}</p>
  if (data === undefined) {
    return error ? <ErrorNotice error={error} subject={documentVersionTextCopy.loadFailed} onRetry={() => void refetch()} /> : <TextSkeleton />
  }
  return <MarkdownPreview text={data.text ?? ''} />
}

/** Markdown as it will be read. */
export function MarkdownPreview({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<TextSkeleton />}>
      <MarkdownText text={text} />
    </Suspense>
  )
}

function TextSkeleton() {
  return (
    <output aria-label={documentVersionTextCopy.loading} className="flex flex-col gap-3">
      <Skeleton className="w-1/2" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
