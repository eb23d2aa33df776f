import { Button } from '@colonnade/ui'
import { Trash2 } from 'lucide-react'

export interface DeleteButtonProps {
  /** "function". */
  readonly noun: string
  /** Asks before anything is deleted. */
  readonly onClick: () => void
}

/** At the beginning of a panel's foot, away from what one does more often; on a phone its picture only. */
export function DeleteButton({ noun, onClick }: DeleteButtonProps) {
  return (
    <Button variant="ghost" className="mr-auto" aria-label={`Delete ${noun}`} onClick={onClick}>
      <Trash2 aria-hidden />
      <span className="max-sm:hidden">Delete {noun}</span>
    </Button>
  )
}
