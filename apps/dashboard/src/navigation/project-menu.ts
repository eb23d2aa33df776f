import { House, SquareTerminal, Table2 } from 'lucide-react'
import { paths } from '../paths.ts'
import type { Menu } from './visible.ts'

/** Spec §2, project routes. An entry comes with the page that it leads to. */
export const projectMenu: Menu = [
  [
    { label: 'Overview', icon: House, to: paths.project.home, isExact: true, whileComingUp: 'same' },
    { label: 'Table editor', icon: Table2, to: paths.project.editor, requires: { permission: 'database:read' } },
    { label: 'SQL editor', icon: SquareTerminal, to: (ref) => paths.project.sql(ref), requires: { permission: 'database:read' } },
  ],
]
