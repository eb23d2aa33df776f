import type { Snippet, SnippetDetails, SnippetVisibility } from '@colonnade/contracts/data/snippets'
import { copyText, toast } from '@colonnade/ui'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '../../../lib/error-notice.tsx'
import { paths } from '../../../paths.ts'
import { dataApi } from '../../../scope/data-client.ts'
import { openedDocument } from '../documents/sql-documents.ts'
import { newSnippetId } from '../tabs/tab-store.ts'
import { snippetActionsText } from './messages.ts'
import { saveTextFile, sqlFileName, sqlFileOf } from './sql-files.ts'
import { dropSnippet, noteSnippet, refreshSnippets } from './snippet-queries.ts'

export interface SnippetActions {
  rename(snippet: Snippet, name: string): Promise<void>
  duplicate(snippet: Snippet): Promise<void>
  /** A new private snippet of a text. */
  create(text: string, name: string, more?: { readonly folder?: string }): Promise<void>
  /** @throws AppError */
  place(snippet: Snippet, change: { readonly folder?: string; readonly tags?: readonly string[] }): Promise<void>
  /** @throws AppError */
  share(snippet: Snippet, visibility: SnippetVisibility, folder?: string): Promise<void>
  setFavorite(snippet: Snippet, isFavorite: boolean): Promise<void>
  copyLink(snippet: Snippet): void
  download(snippet: Snippet): Promise<void>
  /** Many as one file, each below its heading. */
  downloadAll(snippets: readonly Snippet[], name: string): Promise<void>
  /** Deletes it; the message offers to make it again. @throws AppError */
  remove(snippet: Snippet): Promise<void>
  /** @throws AppError */
  moveFolder(visibility: SnippetVisibility, from: string, to: string): Promise<void>
}

export interface SnippetActionsOptions {
  readonly person: string
  readonly projectRef: string
  readonly onShow: (id: string) => void
  /** It was deleted. */
  readonly onForget: (id: string) => void
}

/** Actions on snippets of the library. Failures outside a dialog are shown as toasts. */
export function useSnippetActions({ person, projectRef: ref, onShow, onForget }: SnippetActionsOptions): SnippetActions {
  const client = useQueryClient()
  const paramsOf = ({ id }: Pick<Snippet, 'id'>) => ({ ref, id })
  const note = (snippet: Snippet) => {
    noteSnippet(client, ref, snippet)
    void openedDocument({ person, ref, id: snippet.id })?.notice(snippet)
  }
  const tell = async (what: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (thrown) {
      toast.error(failureText(what, thrown))
    }
  }
  const update = async (snippet: Snippet, change: object) => {
    note(await dataApi.snippets.update({ params: paramsOf(snippet), body: { version: snippet.version, ...change } }))
  }
  const create = async (body: Parameters<typeof dataApi.snippets.create>[0]['body']) => {
    const made = await dataApi.snippets.create({ params: { ref }, body })
    noteSnippet(client, ref, made)
    return made
  }
  return {
    rename: (snippet, name) =>
      tell('rename', async () => {
        const opened = openedDocument({ person, ref, id: snippet.id })
        const state = opened?.get()
        // what is being written there is saved first, so that the two do not get into each other's way
        if (state?.kind === 'open' && !state.isNew) await opened!.rename(name)
        else await update(snippet, { name })
      }),
    duplicate: (snippet) =>
      tell('duplicate', async () => {
        const { content, chart, folder, tags, name } = await dataApi.snippets.retrieve({ params: paramsOf(snippet) })
        onShow((await create({ id: newSnippetId(), name: copyName(name), content, chart, folder, tags })).id)
      }),
    create: (content, name, more) =>
      tell(snippetActionsText.copyTask, async () => {
        onShow((await create({ id: newSnippetId(), name, content, ...more })).id)
      }),
    place: (snippet, { folder, tags }) => update(snippet, { ...(folder !== undefined && { folder }), ...(tags && { tags: [...tags] }) }),
    share: (snippet, visibility, folder) => update(snippet, { visibility, ...(folder !== undefined && { folder }) }),
    setFavorite: (snippet, is_favorite) =>
      tell(is_favorite ? snippetActionsText.favoriteTask : snippetActionsText.unfavoriteTask, async () => {
        note(await dataApi.snippets.setFavorite({ params: paramsOf(snippet), body: { is_favorite } }))
      }),
    copyLink: ({ id }) => {
      void copyText(location.origin + paths.project.sql(ref, id))
      toast.success(snippetActionsText.linkCopied)
    },
    download: (snippet) =>
      tell('download', async () => {
        const { content } = await dataApi.snippets.retrieve({ params: paramsOf(snippet) })
        saveTextFile(sqlFileName(snippet.name), content)
      }),
    downloadAll: (snippets, name) =>
      tell('export', async () => {
        const texts: SnippetDetails[] = []
        for (const snippet of snippets) texts.push(await dataApi.snippets.retrieve({ params: paramsOf(snippet) }))
        saveTextFile(sqlFileName(name), sqlFileOf(texts))
      }),
    remove: async (snippet) => {
      const { id, name, content, visibility, folder, tags, chart, is_favorite } = await dataApi.snippets.retrieve({ params: paramsOf(snippet) })
      await dataApi.snippets.remove({ params: paramsOf(snippet) })
      dropSnippet(client, ref, id)
      onForget(id)
      const undo = () =>
        tell(snippetActionsText.restoreTask, async () => {
          const made = await create({ id, name, content, visibility: snippet.is_mine ? visibility : 'project', folder, tags, chart })
          if (is_favorite) note(await dataApi.snippets.setFavorite({ params: { ref, id: made.id }, body: { is_favorite } }))
        })
      toast.success(snippetActionsText.deleted(name), { label: snippetActionsText.undo, onClick: () => void undo() })
    },
    moveFolder: async (visibility, from, to) => {
      await dataApi.snippets.moveFolder({ params: { ref }, body: { visibility, from, to } })
      await refreshSnippets(client, ref)
    },
  }
}

/** "Orders (copy)", of at most as many characters as a name may have. */
export function copyName(name: string): string {
  const head = name.slice(0, 90)
  return snippetActionsText.copyName(head.isWellFormed() ? head : head.slice(0, -1))
}
