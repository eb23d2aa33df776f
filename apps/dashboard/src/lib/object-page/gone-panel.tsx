import { Button } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { SidePanel } from '../panels/side-panel.tsx'

export interface GonePanelProps {
  readonly onClose: () => void
  /** What may have happened; that it was deleted or moved unless something else is said. */
  readonly children?: ReactNode
}

/** What an address or a click asks for, and is not there: somebody deleted it meanwhile, or the link is old. */
export function GonePanel({ onClose, children = 'It was deleted or moved since the list was loaded, or it is in another schema.' }: GonePanelProps) {
  return (
    <SidePanel title="Not there any more" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p className="p-4 text-soft">{children}</p>
    </SidePanel>
  )
}
