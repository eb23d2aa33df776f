import { grantHook, type HookFunction } from '@colonnade/pg-meta/auth-hooks'
import { Button, CodeBlock } from '@colonnade/ui'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { useChange } from '../../../scope/changes/use-change.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { hookGrantsText } from './messages.ts'

/** What lets the auth service, and nobody else, call a function; nothing once that is so. */
export function HookGrants({ projectRef, target }: { readonly projectRef: string; readonly target: HookFunction }) {
  const mayWrite = useIsAllowed(projectRef)('database:write')
  const changing = useChange(projectRef)
  const { is_callable: isCallable, is_exposed: isExposed, schema, name } = target
  if (isCallable && !isExposed) return null
  const grant = grantHook(target)
  const change = { name: hookGrantsText.letAuthServiceCall(schema, name), commands: [grant] }
  return (
    <section aria-label={hookGrantsText.privileges} className="flex flex-col gap-2 rounded-md border border-warning/40 bg-warning-tint p-3">
      <p>{isCallable ? hookGrantsText.clientsDataAPICan : hookGrantsText.authServiceCantCall}</p>
      <CodeBlock label={hookGrantsText.sql} code={grant.sql} isWrapped />
      {changing.error !== null && <ErrorNotice error={changing.error} />}
      {mayWrite ? (
        <Button className="self-start" isPending={changing.isRunning} onClick={() => void changing.run(change, hookGrantsText.privilegesChanged)}>
          {hookGrantsText.runSQL}
        </Button>
      ) : (
        <p className="text-xs text-soft">{whoMay('database:write', hookGrantsText.changeDatabase)}</p>
      )}
    </section>
  )
}
