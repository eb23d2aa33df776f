import type { SnippetVersion } from '@colonnade/contracts/data/snippets'

/**
 * What a version is called: the oldest that is kept is the first. The number it is kept by goes up with every save, also with those that are no
 * version of their own. Versions come newest first; null when it is none of them.
 */
export function versionNumber(versions: readonly Pick<SnippetVersion, 'version'>[], version: number): number | null {
  const index = versions.findIndex((each) => each.version === version)
  return index === -1 ? null : versions.length - index
}
