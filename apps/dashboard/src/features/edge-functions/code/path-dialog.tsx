import { Dialog, Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import { DialogForm } from '../../../lib/forms/dialog-form.tsx'
import { codeText } from '../messages.ts'
import { type FunctionSource, problemOfNewPath } from './source.ts'

export interface PathDialogProps {
  readonly source: FunctionSource
  /** The file to rename; undefined for a new file. */
  readonly from: string | undefined
  readonly onClose: () => void
  readonly onDone: (path: string) => void
}

/** Asks for the path of a file. */
export function PathDialog(props: PathDialogProps) {
  const { from, onClose } = props
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={from === undefined ? codeText.newFile : codeText.renameTitle(from)}>
      <PathForm {...props} />
    </Dialog>
  )
}

function PathForm({ source, from, onDone }: PathDialogProps) {
  const [path, setPath] = useState(from ?? folderOf(source.entrypoint))
  const [problem, setProblem] = useState<string>()
  return (
    <DialogForm
      isPending={false}
      submitLabel={from === undefined ? codeText.createFile : codeText.rename}
      onSubmit={() => {
        const found = problemOfNewPath(source, path.trim(), from)
        if (found === null) onDone(path.trim())
        else setProblem(found)
      }}
    >
      <Field label={codeText.path} hint={codeText.pathHint} {...(problem !== undefined && { error: problem })}>
        <Input
          className="font-mono text-xs"
          value={path}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setPath(event.target.value)
            setProblem(undefined)
          }}
        />
      </Field>
    </DialogForm>
  )
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
