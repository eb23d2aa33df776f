import { Button } from '@colonnade/ui'
import { X } from 'lucide-react'
import { ErrorText } from '../error-text.tsx'
import { errorText } from './messages.ts'

/** The error that brought somebody here, as it will be sent; they may leave it out. */
export function ErrorBlock({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <div className="overflow-hidden rounded-md border">
      <div className="flex h-9 items-center justify-between gap-2 border-b pr-1 pl-3">
        <h2 className="text-sm font-medium">{errorText.label}</h2>
        <Button size="sm" variant="ghost" onClick={onRemove}>
          <X aria-hidden />
          {errorText.remove}
        </Button>
      </div>
      <ErrorText>{text}</ErrorText>
    </div>
  )
}
