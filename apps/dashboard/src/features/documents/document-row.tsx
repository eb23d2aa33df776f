import type { OrganizationDocument } from '@colonnade/contracts'
import { Badge, buttonClass, RelativeTime } from '@colonnade/ui'
import { Download } from 'lucide-react'
import { formatBytes } from '../../lib/bytes.ts'
import { kindNames } from './kind-words.ts'
import { documentFileAddress } from './queries.ts'

export interface DocumentRowProps {
  readonly slug: string
  readonly document: OrganizationDocument
  readonly onRead: () => void
}

/** One document: its last version, and whether the organization has accepted that. */
export function DocumentRow({ slug, document, onRead }: DocumentRowProps) {
  const { id, kind, title, versions } = document
  const { number, format, size_bytes: size, published_at: publishedAt } = versions[0]!
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button type="button" className="min-w-0 rounded-sm text-left font-medium wrap-anywhere hover:underline" onClick={onRead}>
            {title}
          </button>
          <AcceptanceBadge document={document} />
        </p>
        <p className="mt-0.5 dotted text-xs text-faint">
          {kindNames[kind] !== title && <span>{kindNames[kind]}</span>}
          <span>version {number}</span>
          <span>
            published <RelativeTime value={publishedAt} />
          </span>
          {format === 'pdf' && <span>PDF, {formatBytes(size)}</span>}
        </p>
      </div>
      <a
        href={documentFileAddress(slug, id, number)}
        download
        aria-label={`Download ${title}`}
        className={buttonClass({ variant: 'ghost', size: 'sm' })}
      >
        <Download aria-hidden />
        <span className="max-sm:sr-only">Download</span>
      </a>
    </li>
  )
}

/** What has become of a document for an organization, in one word. */
export function AcceptanceBadge({
  document: { asks_acceptance: isAsked, is_withdrawn: isWithdrawn, acceptances, versions },
}: Pick<DocumentRowProps, 'document'>) {
  if (isWithdrawn) return <Badge>Withdrawn</Badge>
  if (!isAsked) return null
  const isAccepted = acceptances[0]?.number === versions[0]!.number
  return isAccepted ? <Badge tone="accent">Accepted</Badge> : <Badge tone="warning">To be accepted</Badge>
}
