import type { SnippetDetails } from '@colonnade/contracts'

const listeners = new Set<(ref: string, snippet: SnippetDetails) => void>()

/** Told of each text that is saved from this page, with its project. */
export function onSnippetSaved(listener: (ref: string, snippet: SnippetDetails) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellSaved(ref: string, snippet: SnippetDetails): void {
  for (const listener of listeners) listener(ref, snippet)
}
