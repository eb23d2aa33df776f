import { moneyText } from '@colonnade/contracts/billing/prices'
import type { OrganizationRemoval } from '@colonnade/contracts/organizations/organization-removals'
import { Button, ConfirmDialog, Panel, PanelContent } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '../../lib/bytes.ts'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { paths } from '../../paths.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { useRemoveOrganization } from './mutations.ts'
import { removalQuery } from './queries.ts'
import { counted, goesAlong, holdings } from './removal-words.ts'

/** The end of an organization, with all that it takes along. */
export function RemovalPanel({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: removal, error, refetch } = useQuery({ ...removalQuery(slug), staleTime: 0 })
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoveOrganization(slug)
  const isEmpty = removal?.projects.length === 0
  return (
    <Panel label="Delete organization" className="border-danger/30">
      <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 className="text-sm font-medium">Delete organization</h2>
          <p className="text-sm wrap-anywhere text-soft">
            {removal === undefined || isEmpty
              ? 'Its members lose it. This can not be undone.'
              : `It still owns ${counted(removal.projects.length, 'project')}. Delete ${removal.projects.length === 1 ? 'it' : 'them'} first:`}
          </p>
        </div>
        <Button variant="danger" disabled={!isEmpty} onClick={() => setIsOpen(true)}>
          Delete organization
        </Button>
      </PanelContent>
      {error !== null && (
        <PanelContent>
          <ErrorNotice error={error} subject="Failed to load what it owns" onRetry={() => void refetch()} />
        </PanelContent>
      )}
      {removal !== undefined && !isEmpty && (
        <ul aria-label="Projects to delete first" className="ruled">
          {removal.projects.map((project) => (
            <li key={project.ref} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
              <AppLink href={paths.project.general(project.ref)} className="min-w-0 rounded-sm wrap-anywhere hover:underline">
                {project.name}
              </AppLink>
              <span className="dotted text-xs text-faint">
                {project.size_bytes !== null && <span>{formatBytes(project.size_bytes)}</span>}
                {holdings(project).map((text) => (
                  <span key={text}>{text}</span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && removal !== undefined && (
        <ConfirmDialog
          isOpen
          onOpenChange={setIsOpen}
          isDanger
          title={`Delete ${organization.name}?`}
          description={<Consequences removal={removal} />}
          typedName={organization.name}
          confirmLabel="Delete organization"
          onConfirm={() => remove.mutateAsync()}
        />
      )}
    </Panel>
  )
}

function Consequences({ removal }: { readonly removal: OrganizationRemoval }) {
  const { invoice_count: invoices, open_invoice_count: open, last_bill: bill } = removal
  const going = goesAlong(removal)
  return (
    <div className="flex flex-col gap-2">
      {going.length > 0 && (
        <div>
          <p>With it go</p>
          <ul aria-label="What goes" className="list-disc pl-5">
            {going.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {bill.cents > 0 && (
        <p>
          {moneyText(bill.cents, bill.currency)}{' '}
          {bill.is_charged ? 'is billed for the time until now, and charged to its card' : 'is billed for the time until now'}.
        </p>
      )}
      <p>
        Its audit log stays with this installation
        {invoices > 0 &&
          `, and so ${invoices === 1 ? 'does its invoice' : `do its ${invoices} invoices`}${open > 0 ? `, ${open} of them to be paid` : ''}`}
        . This can not be undone.
      </p>
    </div>
  )
}
