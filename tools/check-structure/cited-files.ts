const citedFile = /`((?:apps|packages|services|e2e|tools|docs)\/[^`\s]*\.\w+)`/g

/** A file that a document names, by its path from the repository's root, exists. */
export function checkCitedFiles(document: { readonly path: string; readonly text: string }, paths: readonly string[]): string[] {
  const known = new Set(paths)
  return Array.from(document.text.matchAll(citedFile), ([, path]) => path!)
    .filter((path) => !known.has(path))
    .map((path) => `${document.path}: there is no ${path}`)
}
