import { z } from 'zod'

/** The layouts of a folder. */
export const views = ['list', 'grid', 'columns'] as const
export type View = (typeof views)[number]

/** Search parameters of the file browser. */
export const FilesSearch = z.object({
  /** The folder, without leading or trailing slash; undefined for the bucket itself. */
  path: z.string().optional().catch(undefined),
  view: z.enum(views).optional().catch(undefined),
  /** Column and direction, such as `-updated_at`. */
  sort: z.enum(['name', '-name', 'updated_at', '-updated_at', 'created_at', '-created_at']).optional().catch(undefined),
  /** Words to search for in all names in the bucket. */
  q: z.string().optional().catch(undefined),
  /** Path of the file in the preview. */
  open: z.string().optional().catch(undefined),
})
export type FilesSearch = z.infer<typeof FilesSearch>
