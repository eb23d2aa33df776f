import { CodeBlock } from '../display/code-block.tsx'
import { Dialog } from '../overlays/dialog.tsx'

export interface ValueDialogProps {
  /** null closes it. */
  readonly value: { readonly name: string; readonly type: string; readonly text: string } | null
  readonly onClose: () => void
}

/** One value as a whole, however long. */
export function ValueDialog({ value, onClose }: ValueDialogProps) {
  return (
    <Dialog isOpen={value !== null} onOpenChange={(isOpen) => !isOpen && onClose()} title={value?.name ?? ''} className="w-[44rem]">
      {value !== null && (
        <>
          <p className="text-xs text-faint">
            <span className="font-mono">{value.type}</span>, {Array.from(value.text).length.toLocaleString('en-US')} characters
          </p>
          <CodeBlock code={value.text} label={`value of ${value.name}`} isWrapped className="max-h-[60dvh] overflow-y-auto" />
        </>
      )}
    </Dialog>
  )
}
