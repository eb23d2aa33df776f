import { keep, readKept } from '../../../lib/kept.ts'
import { changesOf, fileOf, type FunctionSource, withFile, withoutFile } from './source.ts'

/** Larger drafts aren't stored: browsers only allow a few megabytes. */
const keptCharactersMost = 1_000_000

/** The changes in a draft, as stored in the browser. */
interface KeptDraft {
  /** The version it started from. */
  readonly version: number
  readonly entrypoint: string
  readonly importMap: string | null
  readonly texts: Readonly<Record<string, string>>
  readonly deleted: readonly string[]
}

const keyOf = (ref: string, slug: string) => `functions:draft:${ref}:${slug}`

/** Stores a draft in this browser. Returns false if it's too large or has a new binary file. */
export function keepDraft(ref: string, slug: string, version: number, base: FunctionSource, draft: FunctionSource): boolean {
  const texts: Record<string, string> = {}
  const deleted: string[] = []
  for (const [path, change] of changesOf(base, draft)) {
    const content = change === 'deleted' ? null : fileOf(draft, path)!.content
    if (content === null) deleted.push(path)
    else if (typeof content === 'string') texts[path] = content
    else return false
  }
  const kept: KeptDraft = { version, entrypoint: draft.entrypoint, importMap: draft.importMap, texts, deleted }
  const text = JSON.stringify(kept)
  if (text.length > keptCharactersMost) return false
  keep(keyOf(ref, slug), text)
  return readKept(keyOf(ref, slug)) === text
}

export function forgetDraft(ref: string, slug: string): void {
  try {
    localStorage.removeItem(keyOf(ref, slug))
  } catch {
    // a lost draft is acceptable
  }
}

export interface RestoredDraft {
  readonly draft: FunctionSource
  /** The version it started from. */
  readonly version: number
}

/** Returns the stored draft applied to the deployed source; null without a draft. */
export function readDraft(ref: string, slug: string, base: FunctionSource): RestoredDraft | null {
  const text = readKept(keyOf(ref, slug))
  return text === null ? null : restoreDraft(text, base)
}

export function restoreDraft(text: string, base: FunctionSource): RestoredDraft | null {
  let kept: KeptDraft
  try {
    kept = JSON.parse(text) as KeptDraft
    let draft = base
    for (const path of kept.deleted) draft = withoutFile(draft, path)
    for (const [path, content] of Object.entries(kept.texts)) draft = withFile(draft, { path, content })
    const has = (path: string | null) => path !== null && fileOf(draft, path) !== undefined
    const entrypoint = has(kept.entrypoint) ? kept.entrypoint : base.entrypoint
    draft = { ...draft, entrypoint, importMap: has(kept.importMap) ? kept.importMap : has(base.importMap) ? base.importMap : null }
    return changesOf(base, draft).size === 0 && draft.entrypoint === base.entrypoint ? null : { draft, version: kept.version }
  } catch {
    return null
  }
}
