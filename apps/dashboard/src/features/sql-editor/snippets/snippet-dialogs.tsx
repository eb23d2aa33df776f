import { type Snippet, SnippetFolder, SnippetTags, type SnippetVisibility } from '@colonnade/contracts/data/snippets'
import { Button, cn, ConfirmDialog, Dialog, DialogClose, SuggestInput } from '@colonnade/ui'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { loaded } from '../../../lib/late/loaded.ts'
import { snippetDialogsText } from './messages.ts'
import type { SnippetActions } from './snippet-actions.ts'
import { folderPaths, tagCounts } from './snippet-tree.ts'

const VersionsDialog = lazy(loaded(() => import('./versions-dialog.tsx'), 'VersionsDialog'))

/** What is asked about a snippet or a folder, and what was typed or chosen there so far. */
export type SnippetDialog =
  | { readonly kind: 'move'; readonly snippet: Snippet; readonly typed?: string }
  | { readonly kind: 'move-folder'; readonly visibility: SnippetVisibility; readonly path: string; readonly typed?: string }
  | { readonly kind: 'tags'; readonly snippet: Snippet; readonly typed?: string }
  | { readonly kind: 'share'; readonly snippet: Snippet; readonly visibility: SnippetVisibility; readonly folder?: string }
  | { readonly kind: 'versions'; readonly snippet: Snippet; readonly version?: number }
  | { readonly kind: 'remove'; readonly snippet: Snippet }

export interface SnippetDialogsProps {
  readonly projectRef: string
  readonly dialog: SnippetDialog | null
  readonly snippets: readonly Snippet[]
  readonly actions: SnippetActions
  readonly onDialog: (dialog: SnippetDialog | null) => void
  readonly onOpen: (id: string) => void
}

export function SnippetDialogs({ projectRef, dialog, snippets, actions, onDialog, onOpen }: SnippetDialogsProps) {
  const onClose = () => onDialog(null)
  const onOpenChange = (isOpen: boolean) => !isOpen && onClose()
  switch (dialog?.kind) {
    case 'move':
    case 'move-folder': {
      const visibility = dialog.kind === 'move' ? dialog.snippet.visibility : dialog.visibility
      const from = dialog.kind === 'move' ? dialog.snippet.folder : dialog.path
      return (
        <TextDialog
          title={dialog.kind === 'move' ? snippetDialogsText.moveTitle(dialog.snippet.name) : snippetDialogsText.moveFolderTitle(dialog.path)}
          label={snippetDialogsText.folder}
          hint={snippetDialogsText.folderHint}
          text={dialog.typed ?? from}
          onText={(typed) => onDialog({ ...dialog, typed })}
          suggestions={folderPaths(snippets, visibility)}
          problemOf={(text) => SnippetFolder.safeParse(text.trim()).error?.issues[0]?.message}
          confirmLabel={snippetDialogsText.move}
          onConfirm={(text) =>
            dialog.kind === 'move' ? actions.place(dialog.snippet, { folder: text.trim() }) : actions.moveFolder(visibility, from, text.trim())
          }
          onClose={onClose}
        />
      )
    }
    case 'tags':
      return (
        <TextDialog
          title={snippetDialogsText.tagsTitle(dialog.snippet.name)}
          label={snippetDialogsText.tags}
          hint={snippetDialogsText.tagsHint}
          text={dialog.typed ?? dialog.snippet.tags.join(', ')}
          onText={(typed) => onDialog({ ...dialog, typed })}
          suggestions={tagCounts(snippets).map(([tag]) => tag)}
          isList
          problemOf={(text) => SnippetTags.safeParse(tagsOf(text)).error?.issues[0]?.message}
          confirmLabel={snippetDialogsText.saveTags}
          onConfirm={(text) => actions.place(dialog.snippet, { tags: SnippetTags.parse(tagsOf(text)) })}
          onClose={onClose}
        />
      )
    case 'share':
      return (
        <ConfirmDialog
          isOpen
          onOpenChange={onOpenChange}
          title={
            dialog.visibility === 'project'
              ? snippetDialogsText.shareTitle(dialog.snippet.name)
              : snippetDialogsText.makePrivateTitle(dialog.snippet.name)
          }
          description={dialog.visibility === 'project' ? snippetDialogsText.shareBody : snippetDialogsText.makePrivateBody}
          confirmLabel={dialog.visibility === 'project' ? snippetDialogsText.share : snippetDialogsText.makePrivate}
          onConfirm={() => actions.share(dialog.snippet, dialog.visibility, dialog.folder)}
        />
      )
    case 'remove':
      return (
        <ConfirmDialog
          isOpen
          onOpenChange={onOpenChange}
          title={snippetDialogsText.deleteTitle(dialog.snippet.name)}
          description={dialog.snippet.visibility === 'project' ? snippetDialogsText.deleteSharedBody : snippetDialogsText.deleteBody}
          confirmLabel={snippetDialogsText.delete}
          isDanger
          onConfirm={() => actions.remove(dialog.snippet)}
        />
      )
    case 'versions':
      return (
        <Suspense>
          <VersionsDialog
            projectRef={projectRef}
            snippet={dialog.snippet}
            chosen={dialog.version ?? null}
            onChoose={(version) => onDialog({ ...dialog, version })}
            onClose={onClose}
            onOpen={onOpen}
          />
        </Suspense>
      )
    case undefined:
      return null
  }
}

const tagsOf = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

interface TextDialogProps {
  readonly title: string
  readonly label: string
  readonly hint: ReactNode
  readonly text: string
  readonly onText: (text: string) => void
  readonly suggestions: readonly string[]
  /** Suggestions complete what stands after the last comma. */
  readonly isList?: boolean
  readonly problemOf: (text: string) => string | undefined
  readonly confirmLabel: string
  readonly onConfirm: (text: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for a line of text. */
function TextDialog({ title, label, hint, text, onText, suggestions, isList = false, problemOf, confirmLabel, onConfirm, onClose }: TextDialogProps) {
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const problem = problemOf(text)
  const head = isList ? text.slice(0, text.lastIndexOf(',') + 1) : ''
  const typed = text.slice(head.length).trim().toLowerCase()
  const fitting = suggestions.filter((each) => each.toLowerCase().includes(typed) && each.toLowerCase() !== typed).slice(0, 8)
  const confirm = async () => {
    if (problem !== undefined || isPending) return
    setIsPending(true)
    try {
      await onConfirm(text)
      onClose()
    } catch (thrown) {
      setFailure(messageOf(thrown))
      setIsPending(false)
    }
  }
  const wrong = failure ?? problem
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      className="overflow-visible"
      footer={
        <>
          <DialogClose>
            <Button>{snippetDialogsText.cancel}</Button>
          </DialogClose>
          <Button variant="primary" isPending={isPending} disabled={problem !== undefined} onClick={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-1.5">
        <SuggestInput
          label={label}
          value={text}
          isInvalid={wrong !== undefined}
          onValueChange={(next) => {
            onText(next)
            setFailure(undefined)
          }}
          suggestions={fitting.map((each) => ({ text: head === '' ? each : `${head} ${each}`, label: each }))}
          onCommit={() => void confirm()}
          className="rounded-md border bg-raised px-1"
        />
        <p className={cn('text-xs', wrong === undefined ? 'text-faint' : 'text-danger')} role={wrong === undefined ? undefined : 'alert'}>
          {wrong ?? hint}
        </p>
      </div>
    </Dialog>
  )
}
