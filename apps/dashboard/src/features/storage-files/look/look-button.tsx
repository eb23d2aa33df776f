import { Button, Popover, Tooltip } from '@colonnade/ui'
import { UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { lookText } from '../messages.ts'
import { LookForm } from './look-form.tsx'

/** Opens the choice of a client to look as. */
export function LookButton({ projectRef }: { readonly projectRef: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const isAllowed = useIsAllowed(projectRef)('database:write')
  const face = (
    <>
      <UserRoundSearch aria-hidden /> <span className="max-md:sr-only">{lookText.button}</span>
    </>
  )
  if (!isAllowed) {
    return (
      <Tooltip content={lookText.noRight}>
        <Button aria-disabled>{face}</Button>
      </Tooltip>
    )
  }
  return (
    <Popover label={lookText.button} align="end" className="w-80" isOpen={isOpen} onOpenChange={setIsOpen} trigger={<Button>{face}</Button>}>
      <LookForm projectRef={projectRef} onDone={() => setIsOpen(false)} />
    </Popover>
  )
}
