import type { OrganizationDocument } from '@colonnade/contracts/installation/documents'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, buttonClass, Panel, PanelContent, RelativeTime, Select } from '@colonnade/ui'
import { ArrowLeft, Download, Printer } from 'lucide-react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { AcceptForm } from './accept-form.tsx'
import { AcceptanceBadge } from './document-row.tsx'
import { DocumentVersionText } from './document-version-text.tsx'
import { documentReaderText } from './messages.ts'
import { documentFileAddress, documentTextQuery } from './queries.ts'
import type { DocumentsSearch } from './search.ts'
import './print.css'

export interface DocumentReaderProps {
  readonly organization: Organization
  readonly document: OrganizationDocument
  /** The last one unless said. */
  readonly version: number | undefined
  readonly onSearch: (search: DocumentsSearch) => void
}

/** One document to read, print, take along and accept. */
export function DocumentReader({ organization, document, version, onSearch }: DocumentReaderProps) {
  const { id, title, versions, acceptances } = document
  useTitle(title, organization.name)
  const last = versions[0]!
  const shown = versions.find(({ number }) => number === version) ?? last
  const acceptance = acceptances.find(({ number }) => number === shown.number)
  const isOpen = document.asks_acceptance && !document.is_withdrawn && shown === last && acceptance === undefined
  return (
    <Page
      width="narrow"
      title={title}
      description={
        <>
          {documentReaderText.published(shown.number)} <RelativeTime value={shown.published_at} />
        </>
      }
      actions={
        <>
          <Button variant="ghost" onClick={() => onSearch({})}>
            <ArrowLeft aria-hidden />
            {documentReaderText.allDocuments}
          </Button>
          {versions.length > 1 && (
            <Select
              label={documentReaderText.version}
              className="w-36"
              value={String(shown.number)}
              onValueChange={(next) => onSearch({ document: id, ...(next !== String(last.number) && { version: Number(next) }) })}
              options={versions.map(({ number }) => ({
                value: String(number),
                label: number === last.number ? documentReaderText.latestVersion(number) : documentReaderText.versionNumber(number),
              }))}
            />
          )}
          {shown.format === 'markdown' && (
            <Button onClick={() => window.print()}>
              <Printer aria-hidden />
              {documentReaderText.print}
            </Button>
          )}
          <a href={documentFileAddress(organization.slug, id, shown.number)} download className={buttonClass()}>
            <Download aria-hidden />
            {documentReaderText.download}
          </a>
        </>
      }
    >
      {shown !== last && <p className="text-soft">{documentReaderText.outdated(last.number)}</p>}
      <Panel label={documentReaderText.text(title)} className="printed">
        <PanelContent>
          <h2 className="mb-4 hidden text-lg font-semibold print:block">{documentReaderText.titleAndVersion(title, shown.number)}</h2>
          <DocumentVersionText version={shown} query={documentTextQuery(organization.slug, id, shown.number)} />
        </PanelContent>
      </Panel>
      {acceptance !== undefined && (
        <p className="flex flex-wrap items-center gap-x-2 text-soft">
          {shown === last && <AcceptanceBadge document={document} />}
          <span className="wrap-anywhere">{documentReaderText.acceptedVersion(acceptance.accepted_by, shown.number, organization.name)}</span>
          <RelativeTime value={acceptance.accepted_at} />
        </p>
      )}
      {isOpen &&
        (isAllowed(organization, 'organization:update') ? (
          <AcceptForm key={shown.number} organization={organization} id={id} title={title} number={shown.number} />
        ) : (
          <p className="text-soft">{documentReaderText.notAllowed(organization.name)}</p>
        ))}
    </Page>
  )
}
