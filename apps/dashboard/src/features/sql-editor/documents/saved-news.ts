import type { SnippetDetails } from '@colonnade/contracts/data/snippets'

let tell: (ref: string, snippet: SnippetDetails) => void = () => {}

/** Notified from now on of each snippet saved from here, with its project: a snippet outlives the page that shows it and is still saved afterwards. */
export function whenSnippetSaved(listener: typeof tell): void {
  tell = listener
}

export function tellSaved(ref: string, snippet: SnippetDetails): void {
  tell(ref, snippet)
}
