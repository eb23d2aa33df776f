import type { OrganizationDocument } from '@colonnade/contracts/installation/documents'
import { Badge, buttonClass } from '@colonnade/ui'
import { Download } from 'lucide-react'
import { ItemRow } from '../../lib/lists/item-row.tsx'
import { DocumentFacts } from './document-facts.tsx'
import { documentRowText } from './messages.ts'
import { documentFileAddress } from './queries.ts'

export interface DocumentRowProps {
  readonly slug: string
  readonly document: OrganizationDocument
  readonly onRead: () => void
}

/** One document: its last version, and whether the organization has accepted that. */
export function DocumentRow({ slug, document, onRead }: DocumentRowProps) {
  const { id, title, versions } = document
  return (
    <ItemRow
      title={
        <>
          <button type="button" className="min-w-0 rounded-sm text-left font-medium wrap-anywhere hover:underline" onClick={onRead}>
            {title}
          </button>
          <AcceptanceBadge document={document} />
        </>
      }
      facts={<DocumentFacts document={document} />}
      actions={
        <a
          href={documentFileAddress(slug, id, versions[0]!.number)}
          download
          aria-label={documentRowText.downloadDocument(title)}
          className={buttonClass({ variant: 'ghost', size: 'sm' })}
        >
          <Download aria-hidden />
          <span className="max-sm:sr-only">{documentRowText.download}</span>
        </a>
      }
    />
  )
}

/** What has become of a document for an organization, in one word. */
export function AcceptanceBadge({
  document: { asks_acceptance: isAsked, is_withdrawn: isWithdrawn, acceptances, versions },
}: Pick<DocumentRowProps, 'document'>) {
  if (isWithdrawn) return <Badge>{documentRowText.withdrawn}</Badge>
  if (!isAsked) return null
  const isAccepted = acceptances[0]?.number === versions[0]!.number
  return isAccepted ? <Badge tone="accent">{documentRowText.accepted}</Badge> : <Badge tone="warning">{documentRowText.toAccept}</Badge>
}
