import { type Capability, missingBecause } from '@colonnade/contracts/foundation/capabilities'
import { EmptyState } from '@colonnade/ui'
import { CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useProject } from '../../scope/use-project.ts'

export interface NeedsCapabilityProps {
  readonly projectRef: string
  readonly capability: Capability
  /** Of the page in whose place the reason stands. */
  readonly title: string
  readonly children: ReactNode
}

/** A page for projects that have a capability; for others it says why there is nothing. */
export function NeedsCapability({ projectRef, capability, title, children }: NeedsCapabilityProps) {
  const { capabilities, name } = useProject(projectRef)
  if (capabilities.includes(capability)) return children
  return <Missing projectName={name} capability={capability} title={title} />
}

function Missing({ projectName, capability, title }: { readonly projectName: string } & Pick<NeedsCapabilityProps, 'capability' | 'title'>) {
  useTitle(title, projectName)
  return (
    <Page title={title}>
      <EmptyState icon={<CircleSlash aria-hidden />} title="Not available for this project">
        {missingBecause[capability]}
      </EmptyState>
    </Page>
  )
}
