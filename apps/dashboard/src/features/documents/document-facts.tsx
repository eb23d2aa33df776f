import type { DocumentVersion } from '@colonnade/contracts/installation/documents'
import { RelativeTime } from '@colonnade/ui'
import { formatBytes } from '../../lib/bytes.ts'
import { kindNames } from './kind-words.ts'
import { documentFactsText } from './messages.ts'

export interface DocumentFactsProps {
  readonly document: { readonly kind: keyof typeof kindNames; readonly title: string; readonly versions: readonly DocumentVersion[] }
}

/** Shows the facts of a document’s latest version. */
export function DocumentFacts({ document: { kind, title, versions } }: DocumentFactsProps) {
  const { number, format, size_bytes: size, published_at: publishedAt } = versions[0]!
  return (
    <>
      {kindNames[kind] !== title && <span>{kindNames[kind]}</span>}
      <span>{documentFactsText.version(number)}</span>
      <span>
        {documentFactsText.published} <RelativeTime value={publishedAt} />
      </span>
      {format === 'pdf' && <span>{documentFactsText.pdf(formatBytes(size))}</span>}
    </>
  )
}
