import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, Tooltip } from '@colonnade/ui'
import { Plug } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../lib/late/loaded.ts'
import { inactiveText } from './messages.ts'
import { useConnectSearch } from './use-connect-search.ts'

const loadDialog = () => import('./connect-dialog.tsx')
const ConnectDialog = lazy(loaded(loadDialog, 'ConnectDialog'))
/** On hand when the button is pressed; what fails here is asked for again then. */
const prepareDialog = () => void loadDialog().catch(() => {})

export interface ConnectButtonProps {
  readonly project: Project
  readonly organization: Organization
}

/** Opens the Connect dialog, also when the address asks for it. The dialog's code comes when it is first about to be needed. */
export function ConnectButton({ project, organization }: ConnectButtonProps) {
  const isActive = project.status === 'ACTIVE_HEALTHY'
  const [isWanted, setIsWanted] = useConnectSearch()
  const isOpen = isWanted && isActive
  // stays once it was there, so that it can leave the screen in its own way
  const [isNeeded, setIsNeeded] = useState(isOpen)
  if (isOpen && !isNeeded) setIsNeeded(true)
  // its server is reached as it was before
  if (project.driver === 'external') return null
  return (
    <>
      <Tooltip content={inactiveText} side="bottom" isDisabled={isActive}>
        {/* not `disabled`: a button that can't have the focus can't tell by keyboard why */}
        <Button
          size="sm"
          aria-disabled={!isActive || undefined}
          aria-haspopup="dialog"
          onPointerEnter={prepareDialog}
          onFocus={prepareDialog}
          onClick={() => isActive && setIsWanted(true)}
        >
          <Plug aria-hidden />
          Connect
        </Button>
      </Tooltip>
      {isNeeded && (
        <Suspense>
          <ConnectDialog project={project} organization={organization} isOpen={isOpen} onOpenChange={setIsWanted} />
        </Suspense>
      )}
    </>
  )
}
