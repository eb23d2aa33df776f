import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { refusedPanelText } from './messages.ts'
import type { RowPanelProps } from './row-panel-props.ts'

/** What an address asks for and the table, or the person's role, does not allow. */
export function RefusedPanel({ scope, onClose }: RowPanelProps) {
  const { entity, rights } = scope
  return (
    <SidePanel title={rights.reason?.title ?? refusedPanelText.title} onClose={onClose}>
      <p role="alert" className="p-4">
        {rights.reason?.text ?? refusedPanelText.body(entity.name)}
      </p>
    </SidePanel>
  )
}
