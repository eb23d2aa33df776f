import { Button, CodeBlock } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useTitle } from '../../lib/use-title.ts'
import { setupQuery } from '../../scope/queries.ts'
import { ownerNeededText } from './messages.ts'

/** Nobody can sign in yet: says where the link is that makes the first account. */
export function OwnerNeeded() {
  useTitle(ownerNeededText.setUp)
  const queryClient = useQueryClient()
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold tracking-tight">{ownerNeededText.title}</h1>
      <p className="text-soft">{ownerNeededText.description}</p>
      <CodeBlock label={ownerNeededText.exampleLink} code={`${window.location.origin}${window.location.pathname}?setup=…`} isCopyable={false} />
      <p className="text-soft">{ownerNeededText.lostLink}</p>
      <div>
        <Button onClick={() => void queryClient.invalidateQueries(setupQuery)}>{ownerNeededText.checkAgain}</Button>
      </div>
    </div>
  )
}
