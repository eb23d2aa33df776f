import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'

const Search = z.object({
  /** A text to write into the editor. */
  content: z.string().optional().catch(undefined),
})

export const Route = createFileRoute('/project/$ref/sql/new')({ validateSearch: Search })
