import { Button, EmptyState } from '@colonnade/ui'
import { FileX2 } from 'lucide-react'
import { missingDocumentText } from './messages.ts'

/** A link to a text that is not there, or not for everybody. */
export function MissingDocument({ onClose, onNew }: { readonly onClose: () => void; readonly onNew: () => void }) {
  return (
    <div className="flex flex-1 items-center justify-center p-6">
      <EmptyState
        icon={<FileX2 aria-hidden />}
        title={missingDocumentText.title}
        action={
          <>
            <Button onClick={onClose}>{missingDocumentText.close}</Button>
            <Button variant="primary" onClick={onNew}>
              {missingDocumentText.newSnippet}
            </Button>
          </>
        }
      >
        {missingDocumentText.body}
      </EmptyState>
    </div>
  )
}
