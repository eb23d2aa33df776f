import { z } from 'zod'
import { keep, readKept } from '../../../lib/kept.ts'

/** How a person looks at the library of a project, as it was left on this machine. */
export const LibraryView = z.object({
  sort: z.enum(['name', 'updated_at']).default('name'),
  tags: z.array(z.string()).default([]),
  /** Sections that are closed and folders that are open. */
  toggled: z.array(z.string()).default([]),
})
export type LibraryView = z.infer<typeof LibraryView>

const keyOf = (person: string, ref: string) => `sql-editor:library:${person}:${ref}`

export function readLibraryView(person: string, ref: string): LibraryView {
  try {
    return LibraryView.parse(JSON.parse(readKept(keyOf(person, ref)) ?? '{}'))
  } catch {
    return LibraryView.parse({})
  }
}

export function keepLibraryView(person: string, ref: string, view: LibraryView): void {
  keep(keyOf(person, ref), JSON.stringify(view))
}
