import {
  Columns3,
  Database,
  FunctionSquare,
  GitCommitVertical,
  ListOrdered,
  Puzzle,
  Radio,
  Shapes,
  ShieldCheck,
  Table2,
  Users,
  Workflow,
  Zap,
} from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu } from '../visible.ts'

const { database } = pages

/** Spec §2, the database sections; policies stand beside the roles that they are for. */
export const databaseMenu: Menu = {
  whileComingUp: 'home',
  groups: [
    {
      heading: 'Structure',
      entries: [
        { label: 'Schemas', icon: Workflow, page: database.schemas },
        { label: 'Tables', icon: Table2, page: database.tables },
        { label: 'Functions', icon: FunctionSquare, page: database.functions },
        { label: 'Triggers', icon: Zap, page: database.triggers },
        { label: 'Types', icon: Shapes, page: database.types },
        { label: 'Extensions', icon: Puzzle, page: database.extensions },
        { label: 'Indexes', icon: ListOrdered, page: database.indexes },
        { label: 'Publications', icon: Radio, page: database.publications },
      ],
    },
    {
      heading: 'Access',
      entries: [
        { label: 'Roles', icon: Users, page: database.roles },
        { label: 'Policies', icon: ShieldCheck, page: database.policies },
        { label: 'Column privileges', icon: Columns3, page: database.columnPrivileges, badge: 'Alpha', requires: { flag: 'column_privileges' } },
      ],
    },
    {
      heading: 'History',
      entries: [
        { label: 'Migrations', icon: GitCommitVertical, page: database.migrations, requires: { feature: 'migrations' } },
        { label: 'Backups', icon: Database, page: database.backups, alsoActiveOn: [database.pitr], requires: { feature: 'backups' } },
      ],
    },
  ],
}
