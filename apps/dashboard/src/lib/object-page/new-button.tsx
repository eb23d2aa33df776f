import { Button } from '@colonnade/ui'
import { Plus } from 'lucide-react'

export interface NewButtonProps {
  /** "function". */
  readonly noun: string
  readonly onClick: () => void
}

/** What a page of objects offers first: another one. */
export function NewButton({ noun, onClick }: NewButtonProps) {
  return (
    <Button variant="primary" onClick={onClick}>
      <Plus aria-hidden />
      New {noun}
    </Button>
  )
}
