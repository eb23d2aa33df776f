import type { SnippetDetails } from '@colonnade/contracts/data/snippets'
import type { DocumentKey } from './local/local-document.ts'

/** What pages of one browser tell each other of a text that several of them may show. */
export type PageMessage = DocumentKey &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'saved'; readonly snippet: SnippetDetails }
    /** It was deleted. */
    | { readonly kind: 'discarded' }
  )

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('colonnade-sql-documents')

export function tellPages(message: PageMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is one origin's
  channel?.postMessage(message)
}

export function hearPages(listener: (message: PageMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => listener(data))
}
