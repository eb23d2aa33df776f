import type { FunctionDetails } from '@colonnade/pg-meta/completion-details'
import { Button, Dialog } from '@colonnade/ui'
import { functionDialogText } from './messages.ts'

export interface FunctionDialogProps {
  readonly name: string
  /** Null while they are asked for. */
  readonly functions: readonly FunctionDetails[] | null
  readonly onInsert: (text: string) => void
  readonly onClose: () => void
}

/** The text of a function, every one of its name. */
export function FunctionDialog({ name, functions, onInsert, onClose }: FunctionDialogProps) {
  const text = (functions ?? []).flatMap(({ definition }) => (definition === null ? [] : [`${definition.trimEnd()};`])).join('\n\n')
  const isTextless = functions !== null && text === ''
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={name}
      className="w-[48rem]"
      footer={
        <>
          <Button onClick={onClose}>{functionDialogText.close}</Button>
          <Button variant="primary" disabled={text === ''} onClick={() => onInsert(text)}>
            {functionDialogText.insertBelow}
          </Button>
        </>
      }
    >
      {functions === null && <p className="text-sm text-soft">{functionDialogText.loading}</p>}
      {isTextless && <p className="text-sm text-soft">{functions.length === 0 ? functionDialogText.gone : functionDialogText.aggregate}</p>}
      {text !== '' && (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={functionDialogText.definition(name)}
          className="max-h-[55dvh] overflow-auto rounded-md bg-sunken p-3 font-mono text-xs focus-visible:-outline-offset-2"
        >
          {text}
        </pre>
      )}
    </Dialog>
  )
}
