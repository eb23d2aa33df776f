import { Button } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { SidePanel } from '../panels/side-panel.tsx'

export interface GonePanelProps {
  readonly onClose: () => void
  /** What may have happened; that it was deleted or moved unless something else is said. */
  readonly children?: ReactNode
}

/** Says that an object no longer exists, because it was deleted or the link is old. */
export function GonePanel({ onClose, children = 'It was deleted or moved after the list loaded, or it’s in another schema.' }: GonePanelProps) {
  return (
    <SidePanel title="No longer exists" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <p className="p-4 text-soft">{children}</p>
    </SidePanel>
  )
}
