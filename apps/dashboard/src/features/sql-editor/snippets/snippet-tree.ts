import type { Snippet, SnippetVisibility } from '@colonnade/contracts/data/snippets'
import { snippetTreeText } from './messages.ts'

export type SectionName = 'favorites' | SnippetVisibility

export const sectionTitles: Readonly<Record<SectionName, string>> = {
  favorites: snippetTreeText.favorites,
  private: snippetTreeText.private,
  project: snippetTreeText.project,
}

interface Place {
  /** Unlike any other row's. */
  readonly key: string
  /** From 1. */
  readonly level: number
  /** Among its neighbours of the same parent, from 1. */
  readonly position: number
  readonly siblings: number
}

/** A line of the library. */
export type TreeRow = Place &
  (
    | { readonly kind: 'section'; readonly section: SectionName; readonly name: string; readonly count: number; readonly isOpen: boolean }
    | {
        readonly kind: 'folder'
        readonly section: SnippetVisibility
        /** "reports/monthly" */
        readonly path: string
        readonly name: string
        /** In it and in folders in it. */
        readonly count: number
        readonly isOpen: boolean
      }
    | { readonly kind: 'snippet'; readonly section: SectionName; readonly snippet: Snippet & { readonly line?: string | null } }
  )

export type SnippetSort = 'name' | 'updated_at'

export interface TreeOptions {
  readonly sort: SnippetSort
  /** Only those that have all of them. */
  readonly tags: readonly string[]
  /** Sections that are closed and folders that are open. */
  readonly toggled: ReadonlySet<string>
}

export const folderKey = (section: SnippetVisibility, path: string) => `${section}/${path}`

/** What is toggled, with the folders that are open under the names they get; those from before are shown until the move is done. */
export function toggledAfterMove(toggled: readonly string[], section: SnippetVisibility, from: string, to: string): string[] {
  const before = folderKey(section, from)
  const after = to === '' ? section : folderKey(section, to)
  const moved = toggled.flatMap((key) => (key.startsWith(`${before}/`) || (key === before && to !== '') ? [after + key.slice(before.length)] : []))
  return [...new Set([...toggled, ...moved])]
}

const snippetKey = (section: SectionName, id: string) => `${section}:${id}`

/** Sections with their folders and snippets, as the lines that are open. */
export function treeRows(snippets: readonly Snippet[], { sort, tags, toggled }: TreeOptions): TreeRow[] {
  const shown = sorted(withTags(snippets, tags), sort)
  const favorites = shown.filter(({ is_favorite }) => is_favorite)
  const sections: [SectionName, readonly Snippet[]][] = [
    ...(favorites.length > 0 ? [['favorites', favorites] as [SectionName, readonly Snippet[]]] : []),
    ['private', shown.filter(({ visibility }) => visibility === 'private')],
    ['project', shown.filter(({ visibility }) => visibility === 'project')],
  ]
  return sections.flatMap(([section, items], index): TreeRow[] => {
    const isOpen = !toggled.has(section)
    const place = { key: section, level: 1, position: index + 1, siblings: sections.length }
    const head: TreeRow = { ...place, kind: 'section', section, name: sectionTitles[section], count: items.length, isOpen }
    if (!isOpen) return [head]
    return [head, ...(section === 'favorites' ? leaves(section, items, 2, 0, items.length) : branch(section, '', items, 2, toggled))]
  })
}

/** What was found, each with its line, without folders. */
export function foundRows(snippets: readonly Snippet[], tags: readonly string[]): TreeRow[] {
  const shown = withTags(snippets, tags)
  return shown.map((snippet, index) => ({
    kind: 'snippet',
    key: snippetKey(snippet.visibility, snippet.id),
    section: snippet.visibility,
    level: 1,
    position: index + 1,
    siblings: shown.length,
    snippet,
  }))
}

function branch(section: SnippetVisibility, path: string, items: readonly Snippet[], level: number, toggled: ReadonlySet<string>): TreeRow[] {
  const prefix = path === '' ? '' : `${path}/`
  const here = items.filter(({ folder }) => folder === path)
  const below = Map.groupBy(
    items.filter(({ folder }) => folder !== path),
    ({ folder }) => folder.slice(prefix.length).split('/')[0]!,
  )
  const names = [...below.keys()].sort(compareNames)
  const siblings = names.length + here.length
  const folders = names.flatMap((name, index): TreeRow[] => {
    const own = prefix + name
    const inside = below.get(name)!
    const key = folderKey(section, own)
    const isOpen = toggled.has(key)
    const place = { key, level, position: index + 1, siblings }
    const row: TreeRow = { ...place, kind: 'folder', section, path: own, name, count: inside.length, isOpen }
    return isOpen ? [row, ...branch(section, own, inside, level + 1, toggled)] : [row]
  })
  return [...folders, ...leaves(section, here, level, names.length, siblings)]
}

function leaves(section: SectionName, items: readonly Snippet[], level: number, before: number, siblings: number): TreeRow[] {
  return items.map((snippet, index) => ({
    kind: 'snippet',
    key: snippetKey(section, snippet.id),
    section,
    level,
    position: before + index + 1,
    siblings,
    snippet,
  }))
}

const withTags = <Item extends Snippet>(snippets: readonly Item[], tags: readonly string[]) =>
  tags.length === 0 ? snippets : snippets.filter((snippet) => tags.every((tag) => snippet.tags.includes(tag)))

function sorted(snippets: readonly Snippet[], sort: SnippetSort): Snippet[] {
  return snippets.toSorted((a, b) =>
    sort === 'name' ? compareNames(a.name, b.name) || compareNames(a.id, b.id) : b.updated_at.localeCompare(a.updated_at),
  )
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const compareNames = (a: string, b: string) => collator.compare(a, b)

/** All tags, each with how often it is used; the frequent ones first. */
export function tagCounts(snippets: readonly Snippet[]): readonly (readonly [tag: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { tags } of snippets) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].sort(([a, x], [b, y]) => y - x || compareNames(a, b))
}

/** All folders of a section and those that they stand in, by name. */
export function folderPaths(snippets: readonly Snippet[], section: SnippetVisibility): string[] {
  const paths = new Set<string>()
  for (const { folder, visibility } of snippets) {
    if (visibility !== section || folder === '') continue
    const parts = folder.split('/')
    for (let length = 1; length <= parts.length; length += 1) paths.add(parts.slice(0, length).join('/'))
  }
  return [...paths].sort(compareNames)
}

/** Where the arrow and page keys lead from a line; null when the key is another one, or it leads nowhere. */
export function rowAfterKey(key: string, index: number, rows: readonly TreeRow[], page: number): number | null {
  const last = rows.length - 1
  const row = rows[index]
  if (row === undefined) return null
  const to = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: last,
    PageDown: Math.min(index + page, last),
    PageUp: Math.max(index - page, 0),
    // from what is inside to what it is in; from an open folder to the first thing in it
    ArrowLeft: rows.findLastIndex(({ level }, at) => at < index && level < row.level),
    ArrowRight: (rows[index + 1]?.level ?? 0) > row.level ? index + 1 : -1,
  }[key]
  return to === undefined || to < 0 || to > last ? null : to
}
