import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Dialog, Tabs } from '@colonnade/ui'
import { useState } from 'react'
import { useKnownPassword } from '../../scope/known-passwords.ts'
import { appFrameworks } from './apps/app-frameworks.ts'
import { mobileFrameworks } from './mobile/mobile-frameworks.ts'
import { OrmsPanel } from './orms/orms-panel.tsx'
import { GuidePanel } from './parts/guide-panel.tsx'
import { StringsPanel } from './strings/strings-panel.tsx'
import { useConnection } from './use-connection.ts'
import { useKeptChoice } from '../../lib/tabs/use-kept-choice.ts'

export interface ConnectDialogProps {
  readonly project: Project
  readonly organization: Organization
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** How to reach a project from outside: connection strings, and files for frameworks and ORMs. */
export function ConnectDialog({ project, organization, isOpen, onOpenChange }: ConnectDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isForm={false}
      title="Connect to your project"
      description={<p className="truncate">Connection strings and setup files for {project.name}</p>}
      className="top-[7dvh] h-[43rem] max-h-[86dvh] w-[61rem] max-md:top-auto max-md:bottom-0 max-md:left-0 max-md:h-[92dvh] max-md:max-h-[92dvh] max-md:w-full max-md:max-w-full max-md:translate-x-0 max-md:rounded-b-none"
    >
      <ConnectTabs project={project} organization={organization} />
    </Dialog>
  )
}

const tabIds = ['strings', 'apps', 'mobile', 'orms'] as const

/** Lives as long as the dialog is open, and with it the password that was typed. */
function ConnectTabs({ project, organization }: Pick<ConnectDialogProps, 'project' | 'organization'>) {
  const [tab, setTab] = useKeptChoice('connect:tab', tabIds)
  const known = useKnownPassword(project.ref)
  const [password, setPassword] = useState(known ?? '')
  const connection = useConnection(project, organization)
  const toDatabase = { project, connection, password, onPassword: setPassword }
  const toApi = { project, organization, label: 'Framework' }
  return (
    <Tabs
      label="Ways to connect"
      value={tab}
      onValueChange={setTab}
      className="-mx-4 -mb-4 h-dvh min-h-0 shrink"
      panelClassName="flex min-h-0 flex-1 flex-col"
      tabs={[
        { value: 'strings', label: 'Connection String', content: <StringsPanel {...toDatabase} /> },
        {
          value: 'apps',
          label: <TabLabel short="App" rest=" Frameworks" />,
          content: <GuidePanel {...toApi} key="app" name="app" guides={appFrameworks} />,
        },
        {
          value: 'mobile',
          label: <TabLabel short="Mobile" rest=" Frameworks" />,
          content: <GuidePanel {...toApi} key="mobile" name="mobile" guides={mobileFrameworks} />,
        },
        { value: 'orms', label: 'ORMs', content: <OrmsPanel {...toDatabase} /> },
      ]}
    />
  )
}

/** On phones all four tabs are in sight; their names are whole for those who hear them. */
function TabLabel({ short, rest }: { readonly short: string; readonly rest: string }) {
  return (
    <span className="whitespace-pre">
      {short}
      <span className="max-sm:sr-only">{rest}</span>
    </span>
  )
}
