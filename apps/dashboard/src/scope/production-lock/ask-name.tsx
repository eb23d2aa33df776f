import { Button, Dialog, Field, Input } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** Asks for the name of a locked project, over the current page. Resolves with null if the person cancels or leaves the page. */
export function askName(projectName: string, why: string): Promise<string | null> {
  // the call may belong to any page, or to one that was left, so the dialog belongs to none
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const giveUp = () => resolve(null)
  window.addEventListener('popstate', giveUp)
  root.render(<NameDialog projectName={projectName} why={why} onAnswer={resolve} />)
  return promise.finally(() => {
    window.removeEventListener('popstate', giveUp)
    root.unmount()
    place.remove()
  })
}

interface NameDialogProps {
  readonly projectName: string
  readonly why: string
  readonly onAnswer: (name: string | null) => void
}

function NameDialog({ projectName, why, onAnswer }: NameDialogProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onAnswer(null)} initialFocus={field} title="The project is locked">
      <form
        className="flex flex-col gap-3 text-sm"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed === projectName) onAnswer(typed)
        }}
      >
        <p className="text-soft">
          The production lock protects the project from accidental changes. Nothing has changed yet. Type the project’s name to make this one change.
        </p>
        <p className="font-mono text-xs break-words text-faint">{why}</p>
        <Field
          label={
            <>
              Type <span className="font-mono text-xs font-semibold break-all whitespace-pre-wrap">{projectName}</span> to change it
            </>
          }
        >
          <Input ref={field} value={typed} onChange={(event) => setTyped(event.target.value)} autoComplete="off" spellCheck={false} />
        </Field>
        <div className="flex flex-wrap justify-end gap-2 pt-1">
          <Button onClick={() => onAnswer(null)}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={typed !== projectName}>
            Change it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
