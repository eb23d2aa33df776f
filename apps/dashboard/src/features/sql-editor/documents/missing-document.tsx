import { Button, EmptyState } from '@colonnade/ui'
import { FileX2 } from 'lucide-react'

/** A link to a text that is not there, or not for everybody. */
export function MissingDocument({ onClose, onNew }: { readonly onClose: () => void; readonly onNew: () => void }) {
  return (
    <div className="flex flex-1 items-center justify-center p-6">
      <EmptyState
        icon={<FileX2 aria-hidden />}
        title="This snippet is not here"
        action={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={onNew}>
              New snippet
            </Button>
          </>
        }
      >
        It was deleted, or it is private to somebody else. Ask who gave you the link to share it with the project.
      </EmptyState>
    </div>
  )
}
