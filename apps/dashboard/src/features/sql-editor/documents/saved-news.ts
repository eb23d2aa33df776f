import type { SnippetDetails } from '@colonnade/contracts/data/snippets'

let tell: (ref: string, snippet: SnippetDetails) => void = () => {}

/** Told from now on of each text that is saved from here, with its project: a text outlives the page that shows it, and is saved after that, too. */
export function whenSnippetSaved(listener: typeof tell): void {
  tell = listener
}

export function tellSaved(ref: string, snippet: SnippetDetails): void {
  tell(ref, snippet)
}
