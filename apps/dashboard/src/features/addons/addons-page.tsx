import type { AddonReport, AddonType } from '@colonnade/contracts/projects/addons'
import { Badge, Button, Panel, PanelContent, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { addonsQuery } from '../../scope/database-source/addon-queries.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { AddonPanel } from './addon-panel.tsx'
import { addonWords, currentOf, shownTypes, stateLooks } from './addon-words.ts'
import { addonsPageText } from './messages.ts'

export interface AddonsPageProps {
  readonly projectRef: string
  /** The add-on whose panel is open. */
  readonly panel: AddonType | undefined
  readonly onPanel: (panel: AddonType | undefined) => void
  /** The panel of the custom domain, which has no variants. */
  readonly domainPanel: ReactNode
}

/** What a project has beyond what every project has. */
export function AddonsPage({ projectRef, panel, onPanel, domainPanel }: AddonsPageProps) {
  const project = useProject(projectRef)
  useTitle('Add-ons', project.name)
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const { data: report, error, refetch } = useQuery(addonsQuery(projectRef))
  const onClose = () => onPanel(undefined)
  return (
    <Page title={addonsPageText.addOns} width="narrow" description={addonsPageText.extras(project.name)}>
      {report === undefined && error !== null && (
        <ErrorNotice error={error} subject={addonsPageText.failedLoadAddOns} onRetry={() => void refetch()} />
      )}
      {report === undefined && error === null && (
        <output aria-label={addonsPageText.loadingAddOns} className="flex flex-col gap-3">
          {shownTypes.map((type) => (
            <Skeleton key={type} className="h-24 w-full rounded-lg" />
          ))}
        </output>
      )}
      {report !== undefined &&
        shownTypes.map((type) => <AddonCard key={type} type={type} report={report} mayOperate={mayOperate} onOpen={() => onPanel(type)} />)}
      {report !== undefined && panel !== undefined && panel !== 'custom_domain' && (
        <AddonPanel key={panel} project={project} type={panel} report={report} mayOperate={mayOperate} onClose={onClose} />
      )}
      {panel === 'custom_domain' && domainPanel}
    </Page>
  )
}

const waitingForDns = { label: addonsPageText.waitingDns, tone: 'neutral' } as const

interface AddonCardProps {
  readonly type: AddonType
  readonly report: AddonReport
  readonly mayOperate: boolean
  readonly onOpen: () => void
}

function AddonCard({ type, report, mayOperate, onOpen }: AddonCardProps) {
  const { title, summary } = addonWords[type]
  const { name, state, problem } = currentOf(type, report)
  const look = type === 'custom_domain' && state === 'CHANGING' ? waitingForDns : stateLooks[state]
  return (
    <Panel label={title}>
      <PanelContent className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
          <h2 className="text-sm font-medium">{title}</h2>
          <p className="text-sm text-soft">{summary}</p>
          <p className="mt-1 flex flex-wrap items-center gap-2 font-medium">
            {name}
            {look && <Badge tone={look.tone}>{look.label}</Badge>}
          </p>
          {problem !== null && <p className="text-sm text-danger wrap-anywhere">{problem}</p>}
        </div>
        <Button aria-label={`${mayOperate ? addonsPageText.change : addonsPageText.show}: ${title}`} onClick={onOpen}>
          {mayOperate ? 'Change' : 'Show'}
        </Button>
      </PanelContent>
    </Panel>
  )
}
