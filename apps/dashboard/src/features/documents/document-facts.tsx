import type { DocumentVersion } from '@colonnade/contracts/installation/documents'
import { RelativeTime } from '@colonnade/ui'
import { formatBytes } from '../../lib/bytes.ts'
import { kindNames } from './kind-words.ts'

export interface DocumentFactsProps {
  readonly document: { readonly kind: keyof typeof kindNames; readonly title: string; readonly versions: readonly DocumentVersion[] }
}

/** What is to be known of a document at a glance: of its last version. */
export function DocumentFacts({ document: { kind, title, versions } }: DocumentFactsProps) {
  const { number, format, size_bytes: size, published_at: publishedAt } = versions[0]!
  return (
    <>
      {kindNames[kind] !== title && <span>{kindNames[kind]}</span>}
      <span>version {number}</span>
      <span>
        published <RelativeTime value={publishedAt} />
      </span>
      {format === 'pdf' && <span>PDF, {formatBytes(size)}</span>}
    </>
  )
}
