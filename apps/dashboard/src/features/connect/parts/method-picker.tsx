import { Badge, cn } from '@colonnade/ui'
import { useId } from 'react'
import type { ConnectionMethod, MethodId } from '../methods/connection-methods.ts'

export interface MethodPickerProps {
  readonly methods: readonly ConnectionMethod[]
  readonly chosen: MethodId
  readonly onChoose: (id: MethodId) => void
}

/** The ways to the database side by side; one that can't be used is there too, and says why. */
export function MethodPicker({ methods, chosen, onChoose }: MethodPickerProps) {
  const group = useId()
  return (
    <fieldset className={cn('grid grid-cols-1 gap-2', methods.length === 2 ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
      <legend className="sr-only">Connection method</legend>
      {methods.map(({ id, label, description, pooler, state }) => {
        const isOff = 'reason' in state
        return (
          <label
            key={id}
            className="relative flex flex-col gap-1 rounded-md border bg-surface px-3 py-2 transition-colors select-none not-has-disabled:hover:border-strong has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input type="radio" name={group} className="sr-only" disabled={isOff} checked={id === chosen} onChange={() => onChoose(id)} />
            <span className={cn('flex flex-wrap items-center justify-between gap-1 text-sm font-medium', isOff && 'text-faint')}>
              {label}
              {pooler !== null && <Badge>{pooler === 'shared' ? 'Shared' : 'Dedicated'}</Badge>}
            </span>
            <span className="text-xs text-soft">{isOff ? state.reason : description}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
