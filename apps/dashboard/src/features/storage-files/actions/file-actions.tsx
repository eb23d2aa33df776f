import { ConfirmDialog, copyText, toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../../../lib/error-notice.tsx'
import { modified } from '../../../lib/modifier-key.ts'
import { followDownload } from '../../../lib/save-file.ts'
import { useApiUrl } from '../../../scope/project-settings/use-api-url.ts'
import { paths } from '../../../paths.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useLook } from '../../../scope/storage/look-as.ts'
import { localLink, publicUrl } from '../entries/addresses.ts'
import { type Entry, type FileEntry, parentOf, prefixOf } from '../entries/entry.ts'
import { detailsQuery } from '../entries/queries.ts'
import { copyText as copyWords, downloadText, folderText, linkText, moveText, previewText, removeText, renameText, zipText } from '../messages.ts'
import { clip, useClipped } from './clipboard.ts'
import type { CopySource } from './copy.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { FolderDialog } from './folder-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { movedInto, useCopyEntries, useCreateFolder, useMoveEntries, useRemoveEntries } from './mutations.ts'
import { NameDialog } from './name-dialog.tsx'
import { saveZip } from './zip.ts'

type Asked =
  | { readonly kind: 'none' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'rename'; readonly entry: Entry }
  | { readonly kind: 'move' | 'copy'; readonly entries: readonly Entry[] }
  | { readonly kind: 'details'; readonly file: FileEntry }
  | { readonly kind: 'remove'; readonly entries: readonly Entry[] }
  | { readonly kind: 'link'; readonly file: FileEntry }

const none: Asked = { kind: 'none' }

/** Lifetime of a download link, long enough to start the download. */
const downloadSeconds = 60

export interface FileActions {
  readonly mayWrite: boolean
  readonly isPublic: boolean
  readonly createFolder: () => void
  readonly rename: (entry: Entry) => void
  readonly move: (entries: readonly Entry[]) => void
  /** Moves without a dialog, as after a drop. */
  readonly moveInto: (entries: readonly Entry[], folder: string) => void
  /** Asks for the folder first. */
  readonly copy: (entries: readonly Entry[]) => void
  /** Remembers entries for `paste`. */
  readonly clip: (entries: readonly Entry[]) => void
  /** Copies the remembered entries into the open folder; null without any. */
  readonly paste: (() => void) | null
  /** Number of entries to paste. */
  readonly clipped: number
  readonly isPasting: boolean
  readonly editDetails: (file: FileEntry) => void
  readonly remove: (entries: readonly Entry[]) => void
  readonly copyUrl: (file: FileEntry) => void
  readonly sign: (file: FileEntry) => void
  /** Downloads a file as it is, and several files or folders as one ZIP archive. */
  readonly download: (entries: readonly Entry[]) => void
  /** Opens the policy test for a file; null for members who can't test policies. */
  readonly test: ((file: FileEntry) => void) | null
}

export interface FileActionsProps {
  readonly projectRef: string
  readonly bucket: string
  readonly isPublic: boolean
  readonly mayWrite: boolean
  /** The open folder. */
  readonly path: string
  /** Called after entries were renamed, moved or deleted, to clear the selection. */
  readonly onGone: () => void
}

/** Returns the file actions and their dialogs. */
export function useFileActions({ projectRef, bucket, isPublic, mayWrite, path, onGone }: FileActionsProps): readonly [FileActions, React.ReactNode] {
  const [asked, setAsked] = useState<Asked>(none)
  const apiUrl = useApiUrl(projectRef) ?? ''
  const queryClient = useQueryClient()
  const look = useLook(projectRef)
  const navigate = useNavigate()
  const mayTest = useIsAllowed(projectRef)('database:write')
  const move = useMoveEntries(projectRef, bucket)
  const remove = useRemoveEntries(projectRef, bucket)
  const create = useCreateFolder(projectRef, bucket)
  const copying = useCopyEntries(projectRef, bucket)
  const clipped = useClipped(projectRef)
  const ask = (next: Asked) => {
    move.reset()
    create.reset()
    copying.reset()
    setAsked(next)
  }
  const close = () => setAsked(none)
  const moveTo = (entries: readonly Entry[], folder: string, onError?: (error: Error) => void) => {
    const moved = movedInto(entries, folder)
    if (moved.length === 0) return
    move.mutate(moved, {
      onSuccess: () => {
        toast.success(moveText.done(moved.length, folder === '' ? bucket : folder))
        close()
        onGone()
      },
      ...(onError && { onError }),
    })
  }
  const copyTo = (source: CopySource, folder: string, onError?: (error: Error) => void) =>
    copying.mutate(
      { source, folder },
      {
        onSuccess: (count) => {
          toast.success(copyWords.done(count, folder === '' ? bucket : folder))
          close()
        },
        ...(onError && { onError }),
      },
    )
  const save = async (file: FileEntry) => {
    const { has_content: hasContent } = await queryClient.fetchQuery({ ...detailsQuery(projectRef, bucket, file.path, look), staleTime: 0 })
    // a link to missing content would only show an error
    if (hasContent)
      followDownload(
        await localLink({ ref: projectRef, bucket, path: file.path, look }, { expiresIn: downloadSeconds, download: file.name }),
        file.name,
      )
    else toast.error(previewText.missing.download(file.name))
  }
  const actions: FileActions = {
    mayWrite,
    isPublic,
    createFolder: () => ask({ kind: 'folder' }),
    rename: (entry) => ask({ kind: 'rename', entry }),
    move: (entries) => ask({ kind: 'move', entries }),
    moveInto: (entries, folder) => moveTo(entries, folder, (error) => toast.error(failureText(moveText.subject, error))),
    copy: (entries) => ask({ kind: 'copy', entries }),
    clip: (entries) => {
      clip({ ref: projectRef, bucket, entries })
      toast.success(copyWords.clipped(entries.length, modified('V')))
    },
    paste:
      clipped === null || !mayWrite || copying.isPending
        ? null
        : () => copyTo(clipped, path, (error) => toast.error(failureText(copyWords.subject, error))),
    clipped: clipped?.entries.length ?? 0,
    isPasting: copying.isPending && asked.kind === 'none',
    editDetails: (file) => ask({ kind: 'details', file }),
    remove: (entries) => ask({ kind: 'remove', entries }),
    copyUrl: (file) => {
      void copyText(publicUrl(apiUrl, bucket, file.path)).then((isCopied) => isCopied && toast.success(linkText.copied))
    },
    sign: (file) => ask({ kind: 'link', file }),
    download: (entries) => {
      const [file] = entries
      if (entries.length !== 1 || file?.kind !== 'file') {
        saveZip(projectRef, bucket, entries, look).then(
          ({ name, files, bytes }) => toast.success(zipText.started(name, files, bytes)),
          (error: unknown) => toast.error(failureText(zipText.subject, error)),
        )
        return
      }
      save(file).catch((error: unknown) => toast.error(failureText(downloadText.subject(file.name), error)))
    },
    test: mayTest ? (file) => void navigate({ href: paths.project.storageTrial(projectRef, { bucket, path: file.path }) }) : null,
  }
  const dialogs = (
    <>
      {asked.kind === 'folder' && (
        <NameDialog
          title={folderText.title}
          label={folderText.label}
          submitLabel={folderText.submit}
          start=""
          isPending={create.isPending}
          error={create.error}
          onClose={close}
          onSubmit={(name) =>
            create.mutate(`${prefixOf(path)}${name}`, {
              onSuccess: () => {
                toast.success(folderText.done)
                close()
              },
            })
          }
        />
      )}
      {asked.kind === 'rename' && (
        <NameDialog
          title={renameText.title(asked.entry.name)}
          label={renameText.label}
          submitLabel={renameText.submit}
          start={asked.entry.name}
          isPending={move.isPending}
          error={move.error}
          onClose={close}
          onSubmit={(name) => {
            if (name === asked.entry.name) return close()
            move.mutate([{ entry: asked.entry, to: `${prefixOf(parentOf(asked.entry.path))}${name}` }], {
              onSuccess: () => {
                toast.success(renameText.done(name))
                close()
                onGone()
              },
            })
          }}
        />
      )}
      {(asked.kind === 'move' || asked.kind === 'copy') && (
        <FolderDialog
          kind={asked.kind}
          projectRef={projectRef}
          bucket={bucket}
          entries={asked.entries}
          isPending={asked.kind === 'move' ? move.isPending : copying.isPending}
          error={asked.kind === 'move' ? move.error : copying.error}
          onClose={close}
          onChoose={(folder) => (asked.kind === 'move' ? moveTo(asked.entries, folder) : copyTo({ bucket, entries: asked.entries }, folder))}
        />
      )}
      {asked.kind === 'details' && <DetailsDialog projectRef={projectRef} bucket={bucket} file={asked.file} onClose={close} />}
      {asked.kind === 'link' && <LinkDialog projectRef={projectRef} apiUrl={apiUrl} bucket={bucket} file={asked.file} onClose={close} />}
      {asked.kind === 'remove' && (
        <ConfirmDialog
          isOpen
          isDanger
          onOpenChange={(isOpen) => !isOpen && close()}
          title={removeText.title(asked.entries.length, asked.entries.length === 1 ? asked.entries[0]!.name : undefined)}
          description={asked.entries.some(({ kind }) => kind === 'folder') ? removeText.folders : removeText.files}
          confirmLabel={removeText.confirm(asked.entries.length)}
          onConfirm={async () => {
            const count = await remove.mutateAsync(asked.entries)
            if (count === 0) toast.error(removeText.nothing)
            else toast.success(removeText.done(count))
            onGone()
          }}
        />
      )}
    </>
  )
  return [actions, dialogs]
}
