import { IconButton } from '@colonnade/ui'
import { Plus } from 'lucide-react'
import { useColumnActions } from './column-actions.ts'
import { addColumnHeadText } from './messages.ts'

/** The head after the last column: adds one. */
export function AddColumnHead({ tabIndex }: { readonly tabIndex: number }) {
  const { onAdd } = useColumnActions()
  if (onAdd === undefined) return null
  return (
    <span className="flex h-full items-center justify-center">
      <IconButton label={addColumnHeadText.addColumn} tabIndex={tabIndex} onClick={onAdd}>
        <Plus aria-hidden />
      </IconButton>
    </span>
  )
}
