import { Button, EmptyState } from '@colonnade/ui'
import { FilterX } from 'lucide-react'
import { noMatchText } from './messages.ts'

/** Nothing fulfils the conditions, or they can't be applied as they are. */
export function NoMatch({ isBroken, onClear }: { readonly isBroken: boolean; readonly onClear: () => void }) {
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center p-6">
      <EmptyState
        icon={<FilterX aria-hidden />}
        title={isBroken ? noMatchText.notApplied : noMatchText.noRowsMatch}
        className="w-full max-w-lg"
        action={<Button onClick={onClear}>{noMatchText.clearAllFilters}</Button>}
      >
        {isBroken ? noMatchText.notAppliedBody : noMatchText.noRowsBody}
      </EmptyState>
    </div>
  )
}
