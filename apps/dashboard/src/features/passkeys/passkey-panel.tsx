import type { Passkey, Passkeys } from '@colonnade/contracts/people/passkeys'
import { Button, Panel, PanelContent, PanelHeader, RelativeTime, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { hasPasskeys } from '../../lib/proof/passkey-prompt.ts'
import { AddDialog } from './add-dialog.tsx'
import { panelText } from './messages.ts'
import { passkeysQuery } from './queries.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

/** What devices sign in with, in place of a password. */
export function PasskeyPanel() {
  const { data, error, refetch } = useQuery(passkeysQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [renaming, setRenaming] = useState<Passkey>()
  const [removing, setRemoving] = useState<Passkey>()
  const canAdd = data !== undefined && data.problem === null && hasPasskeys()
  return (
    <Panel label={panelText.passkeys}>
      <PanelHeader
        title={panelText.passkeys}
        description={panelText.description}
        aside={
          canAdd && (
            <Button size="sm" onClick={() => setIsAdding(true)}>
              {panelText.add}
            </Button>
          )
        }
      />
      {data === undefined ? (
        <PanelContent>{error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Loading />}</PanelContent>
      ) : (
        <>
          {data.passkeys.length > 0 && (
            <ul aria-label={panelText.passkeys} className="ruled">
              {data.passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRename={() => setRenaming(passkey)} onRemove={() => setRemoving(passkey)} />
              ))}
            </ul>
          )}
          <Note passkeys={data} />
        </>
      )}
      <AddDialog isOpen={isAdding} onOpenChange={setIsAdding} />
      <RenameDialog passkey={renaming} onClose={() => setRenaming(undefined)} />
      <RemoveDialog passkey={removing} onClose={() => setRemoving(undefined)} />
    </Panel>
  )
}

/** Explains why there are no passkeys, or can't be any here. */
function Note({ passkeys: { passkeys, problem, usable_at: usableAt } }: { readonly passkeys: Passkeys }) {
  if (problem !== null) {
    return (
      <PanelContent>
        <p className="text-soft">
          {problem}.
          {usableAt !== null && (
            <>
              {' '}
              {panelText.openBefore}
              <a className="underline underline-offset-4 hover:text-fg" href={`${usableAt}${window.location.pathname}`}>
                {usableAt}
              </a>
              {panelText.openAfter}
            </>
          )}
        </p>
      </PanelContent>
    )
  }
  const text = hasPasskeys() ? panelText.empty : panelText.unsupported
  if (passkeys.length > 0 && hasPasskeys()) return null
  return (
    <PanelContent>
      <p className="text-soft">{text}</p>
    </PanelContent>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onRemove: () => void
}

function PasskeyRow({ passkey: { name, host, created_at, last_used_at }, onRename, onRemove }: PasskeyRowProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <KeyRound aria-hidden className="size-4 shrink-0 text-faint" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{name}</p>
        <p className="dotted text-xs text-faint">
          <span className="font-mono">{host}</span>
          <span>
            {panelText.added}
            <RelativeTime value={created_at} />
          </span>
          {last_used_at === null ? (
            <span>{panelText.neverUsed}</span>
          ) : (
            <span>
              {panelText.lastUsed}
              <RelativeTime value={last_used_at} />
            </span>
          )}
        </p>
      </div>
      <Button size="sm" aria-label={panelText.renamePasskey(name)} onClick={onRename}>
        {panelText.rename}
      </Button>
      <Button size="sm" aria-label={panelText.removePasskey(name)} onClick={onRemove}>
        {panelText.remove}
      </Button>
    </li>
  )
}

function Loading() {
  return (
    <output aria-label={panelText.loading} className="flex flex-col gap-3">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
