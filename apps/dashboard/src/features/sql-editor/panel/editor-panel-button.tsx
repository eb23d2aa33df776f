import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { IconButton } from '@colonnade/ui'
import { SquareTerminal } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { modified } from '../../../lib/modifier-key.ts'
import { leaveEditorPanel, openEditorPanel, useEditorPanel } from '../../../scope/editor-panel/editor-panel.ts'
import { panelObstacle } from './panel-gate.ts'
import { permissionsIn } from '../../../scope/permissions.ts'
import { editorPanelButtonText } from './messages.ts'

/** By way of a door of its own: the first load then carries one name instead of the names of all files that the panel needs. */
const loadPanel = async () => (await import('./panel-door.ts')).loadPanel()
const EditorPanel = lazy(loaded(loadPanel, 'EditorPanel'))
/** On hand when the button is pressed; what fails here is asked for again then. */
const preparePanel = () => void loadPanel().catch(() => {})

export interface EditorPanelButtonProps {
  readonly project: Project
  readonly organization: Organization
}

/** Opens the editor panel over the page; one for each project, whose panel closes with it. Where it can't be opened, it says why. */
export function EditorPanelButton({ project, organization }: EditorPanelButtonProps) {
  const { isOpen: isWanted, request } = useEditorPanel()
  const obstacle = panelObstacle(project.status, permissionsIn(organization, project))
  const isOpen = isWanted && obstacle === null
  const button = useRef<HTMLButtonElement>(null)
  // stays once it was there, so that it can leave the screen in its own way
  const [isNeeded, setIsNeeded] = useState(isOpen)
  if (isOpen && !isNeeded) setIsNeeded(true)
  useEffect(() => () => leaveEditorPanel(), [])
  return (
    <>
      <IconButton
        ref={button}
        label={obstacle ?? editorPanelButtonText.editorPanel(modified('\\'))}
        aria-haspopup="dialog"
        aria-disabled={obstacle !== null || undefined}
        onPointerEnter={obstacle === null ? preparePanel : undefined}
        onFocus={obstacle === null ? preparePanel : undefined}
        onClick={() => obstacle === null && openEditorPanel()}
      >
        <SquareTerminal aria-hidden />
      </IconButton>
      {isNeeded && (
        <Suspense>
          <EditorPanel key={project.ref} projectRef={project.ref} isOpen={isOpen} request={request} returnTo={button} />
        </Suspense>
      )}
    </>
  )
}
