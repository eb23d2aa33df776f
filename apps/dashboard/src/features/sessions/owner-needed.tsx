import { Button, CodeBlock } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useTitle } from '../../lib/use-title.ts'
import { setupQuery } from '../../scope/queries.ts'

/** Nobody can sign in yet: says where the link is that makes the first account. */
export function OwnerNeeded() {
  useTitle('Set up')
  const queryClient = useQueryClient()
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-xl font-semibold tracking-tight">Almost there</h1>
      <p className="text-soft">
        This installation has no owner yet. When it started, it printed a one-time link in its terminal. Open that link to create the first account:
      </p>
      <CodeBlock label="Example of the link" code={`${window.location.origin}${window.location.pathname}?setup=…`} isCopyable={false} />
      <p className="text-soft">The link is gone from the terminal? Restart Colonnade and it prints a fresh one.</p>
      <div>
        <Button onClick={() => void queryClient.invalidateQueries(setupQuery)}>Check again</Button>
      </div>
    </div>
  )
}
