import { Button, EmptyState } from '@colonnade/ui'
import { FilterX } from 'lucide-react'

/** Nothing fulfils the conditions, or they can't be applied as they are. */
export function NoMatch({ isBroken, onClear }: { readonly isBroken: boolean; readonly onClear: () => void }) {
  return (
    <div className="flex min-h-0 flex-1 items-center justify-center p-6">
      <EmptyState
        icon={<FilterX aria-hidden />}
        title={isBroken ? 'A filter can not be applied' : 'No rows match'}
        className="w-full max-w-lg"
        action={<Button onClick={onClear}>Clear all filters</Button>}
      >
        {isBroken ? 'It is marked in the bar above. No rows are shown until it is changed or removed.' : 'Change or remove a filter to see more.'}
      </EmptyState>
    </div>
  )
}
