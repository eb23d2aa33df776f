import { Sheet } from '@colonnade/ui'
import { useState, type RefObject } from 'react'
import { keep, readKept } from '../../../lib/kept.ts'
import { useIsNarrow } from '../../../lib/use-is-narrow.ts'
import { closeEditorPanel, type EditorPanelRequest } from '../../../scope/editor-panel/editor-panel.ts'
import { editorPanelText } from './messages.ts'
import { PanelBody } from './panel-body.tsx'

const widthKey = 'editor-panel-width'
const firstWidthPx = 760

export interface EditorPanelProps {
  readonly projectRef: string
  readonly isOpen: boolean
  readonly request: EditorPanelRequest | null
  /** Has the focus when the panel closes. */
  readonly returnTo: RefObject<HTMLElement | null>
}

/** SQL beside any page: the same editor in a sheet at the right, the whole window on a phone. Its text and its runs stay when it closes. */
export function EditorPanel({ projectRef, isOpen, request, returnTo }: EditorPanelProps) {
  const isNarrow = useIsNarrow()
  const [px, setPx] = useState(() => Math.min(Number(readKept(widthKey)) || firstWidthPx, window.innerWidth))
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(next) => !next && closeEditorPanel()}
      title={editorPanelText.editorPanel}
      isTitleHidden
      finalFocus={returnTo}
      className={isNarrow ? 'w-full max-w-full' : 'max-w-full'}
      {...(!isNarrow && {
        width: {
          px,
          onChange: (next: number) => {
            setPx(next)
            keep(widthKey, String(next))
          },
        },
      })}
    >
      <PanelBody projectRef={projectRef} request={request} />
    </Sheet>
  )
}
