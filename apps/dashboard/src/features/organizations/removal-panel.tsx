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
import { removalText } from './messages.ts'
import { useRemoveOrganization } from './mutations.ts'
import { removalQuery } from './queries.ts'
import { goesAlong, holdings } from './removal-words.ts'

/** Deletes an organization, after its projects, and lists what goes with it. */
export function RemovalPanel({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: removal, error, refetch } = useQuery({ ...removalQuery(slug), staleTime: 0 })
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoveOrganization(slug)
  const isEmpty = removal?.projects.length === 0
  return (
    <Panel label={removalText.deleteOrganization} className="border-danger/30">
      <PanelContent className="flex items-center justify-between gap-4 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 className="text-sm font-medium">{removalText.deleteOrganization}</h2>
          <p className="text-sm wrap-anywhere text-soft">
            {removal === undefined || isEmpty ? removalText.description : removalText.projectsFirst(removal.projects.length)}
          </p>
        </div>
        <Button variant="danger" disabled={!isEmpty} onClick={() => setIsOpen(true)}>
          {removalText.deleteOrganization}
        </Button>
      </PanelContent>
      {error !== null && (
        <PanelContent>
          <ErrorNotice error={error} subject={removalText.failed} onRetry={() => void refetch()} />
        </PanelContent>
      )}
      {removal !== undefined && !isEmpty && (
        <ul aria-label={removalText.projects} className="ruled">
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
          title={removalText.confirmTitle(organization.name)}
          description={<Consequences removal={removal} />}
          typedName={organization.name}
          confirmLabel={removalText.deleteOrganization}
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
          <p>{removalText.deletes}</p>
          <ul aria-label={removalText.deleted} className="list-disc pl-5">
            {going.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {bill.cents > 0 && <p>{(bill.is_charged ? removalText.lastBillCharged : removalText.lastBill)(moneyText(bill.cents, bill.currency))}</p>}
      <p>{removalText.stays(invoices, open)}</p>
    </div>
  )
}
