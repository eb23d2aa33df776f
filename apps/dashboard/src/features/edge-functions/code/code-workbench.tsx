import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import { isAppError } from '@colonnade/core'
import { Button, ConfirmDialog, toast } from '@colonnade/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { modified } from '../../../lib/modifier-key.ts'
import { UnsavedGuard } from '../../../lib/panels/unsaved-guard.tsx'
import { codeText } from '../messages.ts'
import { buildProblems } from './build-problems.ts'
import { CodeFrame } from './code-frame.tsx'
import { DeployNotes } from './deploy-notes.tsx'
import { DeployTime } from './deploy-time.tsx'
import type { FilePlace } from './file-editor.tsx'
import type { FileActions } from './file-actions.tsx'
import { PathDialog } from './path-dialog.tsx'
import { changesOf, contentOf, fileOf, type FunctionSource, problemOfNewPath, withFile, withoutFile, withRenamed } from './source.ts'
import { useDeploy } from './source-calls.ts'
import { useSourceDraft } from './use-source-draft.ts'

export interface CodeWorkbenchProps {
  readonly projectRef: string
  readonly edgeFunction: EdgeFunction
  /** The live source. */
  readonly base: FunctionSource
}

type Asked = { readonly kind: 'none' } | { readonly kind: 'discard' } | { readonly kind: 'new' } | { readonly kind: 'rename'; readonly path: string }

/** Edits and deploys the code of a function. */
export function CodeWorkbench({ projectRef, edgeFunction: { slug, version }, base }: CodeWorkbenchProps) {
  const { draft, isDirty, restoredFrom, isAtRisk, change, discard } = useSourceDraft(projectRef, slug, version, base)
  const [openPath, setOpenPath] = useState(draft.entrypoint)
  const [goTo, setGoTo] = useState<FilePlace | null>(null)
  const [asked, setAsked] = useState<Asked>({ kind: 'none' })
  const deploy = useDeploy(projectRef)
  const { isPending } = deploy
  const failure = isAppError(deploy.error, 'function_build_failed') ? String(deploy.error.details['log'] ?? deploy.error.message) : null
  const problems =
    failure === null
      ? []
      : buildProblems(
          failure,
          draft.files.map(({ path }) => path),
        )
  const changes = changesOf(base, draft)

  const start = () => {
    if (isPending) return
    deploy.mutate({ slug, source: draft }, { onSuccess: ({ function: deployed }) => toast.success(codeText.deployed(deployed.version)) })
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isDirty) start()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const upload = async (files: readonly File[]) => {
    let next = draft
    for (const file of files) {
      const reason = fileOf(next, file.name) === undefined ? problemOfNewPath(next, file.name) : null
      if (reason !== null) toast.error(codeText.uploadRefused(file.name, reason))
      else next = withFile(next, { path: file.name, content: contentOf(new Uint8Array(await file.arrayBuffer())) })
    }
    change(next)
    const last = files.at(-1)
    if (last !== undefined && fileOf(next, last.name) !== undefined) setOpenPath(last.name)
  }
  const actions: FileActions = {
    onNew: () => setAsked({ kind: 'new' }),
    onUpload: (files) => void upload(files),
    onRename: (path) => setAsked({ kind: 'rename', path }),
    onRun: (path) => change({ ...draft, entrypoint: path }),
    onDelete: (path) => {
      const file = fileOf(draft, path)!
      const { importMap } = draft
      const next = withoutFile(draft, path)
      change(next)
      if (path === openPath) setOpenPath(draft.entrypoint)
      toast.success(codeText.fileDeleted(path), { label: codeText.undo, onClick: () => change({ ...withFile(next, file), importMap }) })
    },
  }
  return (
    <>
      <CodeFrame
        source={draft}
        openPath={openPath}
        onOpen={setOpenPath}
        changes={changes}
        problems={problems}
        goTo={goTo}
        actions={actions}
        onText={(path, text) => change(withFile(draft, { path, content: text }))}
        bar={
          <>
            <span className="ml-auto text-xs text-faint">{isDirty ? codeText.changed(Math.max(1, changes.size)) : codeText.upToDate(version)}</span>
            {isDirty && (
              <Button size="sm" variant="ghost" disabled={isPending} onClick={() => setAsked({ kind: 'discard' })}>
                {codeText.discard}
              </Button>
            )}
            <Button size="sm" variant="primary" title={modified('S')} disabled={!isDirty} isPending={isPending} onClick={start}>
              {isPending ? <DeployTime /> : codeText.deploy}
            </Button>
          </>
        }
      >
        <DeployNotes
          error={isPending ? null : deploy.error}
          log={isPending ? null : failure}
          problems={problems}
          notices={isDirty ? [] : (deploy.data?.notices ?? [])}
          hints={[
            ...(restoredFrom !== null && restoredFrom === version ? [codeText.restored] : []),
            ...(restoredFrom !== null && restoredFrom !== version ? [codeText.newer(restoredFrom, version)] : []),
            ...(isAtRisk ? [codeText.tooLarge] : []),
          ]}
          onGoTo={(place) => {
            setOpenPath(place.path)
            setGoTo({ ...place })
          }}
        />
      </CodeFrame>
      {(asked.kind === 'new' || asked.kind === 'rename') && (
        <PathDialog
          source={draft}
          from={asked.kind === 'rename' ? asked.path : undefined}
          onClose={() => setAsked({ kind: 'none' })}
          onDone={(path) => {
            change(asked.kind === 'rename' ? withRenamed(draft, asked.path, path) : withFile(draft, { path, content: '' }))
            if (asked.kind === 'new' || asked.path === openPath) setOpenPath(path)
            setAsked({ kind: 'none' })
          }}
        />
      )}
      <ConfirmDialog
        isOpen={asked.kind === 'discard'}
        onOpenChange={(isOpen) => !isOpen && setAsked({ kind: 'none' })}
        title={codeText.discardTitle}
        description={codeText.discardText}
        confirmLabel={codeText.discard}
        isDanger
        onConfirm={async () => {
          discard()
          deploy.reset()
          setOpenPath(base.entrypoint)
          await Promise.resolve()
        }}
      />
      <UnsavedGuard isDirty={isAtRisk} title={codeText.leaveTitle} text={codeText.leaveText} />
    </>
  )
}
