import { z } from 'zod'

/** How a folder is shown. */
export const views = ['list', 'grid', 'columns'] as const
export type View = (typeof views)[number]

/** What the address says about the files of a bucket. */
export const FilesSearch = z.object({
  /** The folder, without a slash at either end; none for the bucket itself. */
  path: z.string().optional().catch(undefined),
  view: z.enum(views).optional().catch(undefined),
  /** Column and direction, such as `-updated_at`. */
  sort: z.enum(['name', '-name', 'updated_at', '-updated_at', 'created_at', '-created_at']).optional().catch(undefined),
  /** Words to look for in all names of the bucket. */
  q: z.string().optional().catch(undefined),
  /** Name of the file whose preview is open, with its folders. */
  open: z.string().optional().catch(undefined),
})
export type FilesSearch = z.infer<typeof FilesSearch>
