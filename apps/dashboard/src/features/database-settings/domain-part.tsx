import { Badge, PanelContent } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../lib/links/app-link.tsx'
import { paths } from '../../paths.ts'
import { addonsQuery } from '../../scope/database-source/addon-queries.ts'
import { domainPartText } from './messages.ts'

/** The project's domain, or the way to one. */
export function DomainPart({ projectRef }: { readonly projectRef: string }) {
  // the add-ons page says why they can’t be loaded
  const { data } = useQuery(addonsQuery(projectRef))
  if (!data) return null
  const domain = data.selected_addons.find(({ type }) => type === 'custom_domain')
  const addon = (
    <AppLink href={paths.project.addon(projectRef, 'custom_domain')} className="text-accent underline underline-offset-2">
      {domain === undefined ? domainPartText.viewAdd : 'Add-on'}
    </AppLink>
  )
  return (
    <PanelContent>
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        {domainPartText.customDomain}
        {domain?.state === 'READY' && <Badge tone="accent">{domainPartText.active}</Badge>}
        {domain?.state === 'CHANGING' && <Badge>{domainPartText.waitingDns}</Badge>}
        {domain?.state === 'FAILING' && <Badge tone="danger">{domainPartText.failing}</Badge>}
      </h3>
      {domain === undefined ? (
        <p className="text-soft">
          {domainPartText.connectThroughOwnDomain} {addon}
        </p>
      ) : (
        <p className="text-soft">
          <span className="font-mono text-xs wrap-anywhere">{domain.variant.name}</span>
          {domain.state === 'READY' && domainPartText.bothPortsOverTls}. {addon}
        </p>
      )}
      {domain?.state === 'FAILING' && <p className="text-danger wrap-anywhere">{domain.problem}</p>}
    </PanelContent>
  )
}
