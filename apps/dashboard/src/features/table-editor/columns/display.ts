import { gridRowHeightPx } from '@colonnade/ui'
import { useState } from 'react'
import { z } from 'zod'
import { keep, readKept } from '../../../lib/kept.ts'
import { rowsPerPage } from '../limits.ts'

/** Heights of rows, by name: one, two or five lines of text. */
export const rowHeightsPx = { compact: gridRowHeightPx, medium: 44, tall: 92 } as const

const GridDisplay = z.object({
  rowHeight: z.enum(['compact', 'medium', 'tall']).catch('compact'),
  rowsPerPage: z.literal([100, 500, 1_000]).catch(rowsPerPage),
})
export type GridDisplay = z.infer<typeof GridDisplay>

const key = 'colonnade.grid'

/** How a person likes grids, in all tables. */
export function useGridDisplay(): readonly [GridDisplay, (display: GridDisplay) => void] {
  const [display, setDisplay] = useState(readGridDisplay)
  return [
    display,
    (next) => {
      setDisplay(next)
      keep(key, JSON.stringify(next))
    },
  ]
}

/** The same, at this moment. */
export function readGridDisplay(): GridDisplay {
  try {
    return GridDisplay.parse(JSON.parse(readKept(key) ?? '{}'))
  } catch {
    return GridDisplay.parse({})
  }
}
