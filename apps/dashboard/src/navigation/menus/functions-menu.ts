import { KeyRound, SquareFunction } from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu } from '../visible.ts'

/** The sections of edge functions. */
export const functionsMenu: Menu = {
  whileComingUp: 'home',
  groups: [
    {
      heading: 'Manage',
      entries: [
        { label: 'Functions', icon: SquareFunction, page: pages.project.functions, exceptOn: [pages.project.functionSecrets] },
        { label: 'Secrets', icon: KeyRound, page: pages.project.functionSecrets, requires: { permission: 'project_edge_function:all' } },
      ],
    },
  ],
}
