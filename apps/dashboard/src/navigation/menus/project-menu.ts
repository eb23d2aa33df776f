import {
  Blocks,
  ChartColumn,
  CloudCog,
  Database,
  FileCode2,
  FolderClosed,
  House,
  KeyRound,
  Lightbulb,
  List,
  Radio,
  Settings,
  SquareTerminal,
  Table2,
} from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu } from '../visible.ts'

/** Spec §2, project routes. */
export const projectMenu: Menu = {
  whileComingUp: 'home',
  groups: [
    {
      heading: null,
      entries: [
        { label: 'Project overview', icon: House, page: pages.project.home, isExact: true, whileComingUp: 'same', chord: 'h' },
        {
          label: 'Table Editor',
          icon: Table2,
          page: pages.project.editor,
          requires: { feature: 'table_editor', permission: 'database:read' },
          chord: 't',
        },
        {
          label: 'SQL Editor',
          icon: SquareTerminal,
          page: pages.project.sql,
          alsoActiveOn: [pages.project.sql.replace(/\/new$/, '')],
          requires: { feature: 'sql_editor', permission: 'database:read' },
          chord: 's',
        },
      ],
    },
    {
      heading: null,
      entries: [
        {
          label: 'Database',
          icon: Database,
          page: pages.database.schemas,
          alsoActiveOn: [pages.database.schemas.replace(/\/schemas$/, '')],
          requires: { permission: 'database:read' },
          chord: 'd',
        },
        {
          label: 'Authentication',
          icon: KeyRound,
          page: pages.auth.users,
          alsoActiveOn: [pages.auth.users.replace(/\/users$/, '')],
          requires: { permission: 'project_auth:all' },
          chord: 'u',
        },
        { label: 'Storage', icon: FolderClosed, page: pages.project.buckets, requires: { permission: 'project_storage:all' }, chord: 'b' },
        {
          label: 'Edge Functions',
          icon: CloudCog,
          page: pages.project.functions,
          requires: { permission: 'project_edge_function:all', part: 'edgeFunctions' },
          chord: 'f',
        },
        {
          label: 'Realtime',
          icon: Radio,
          page: pages.project.realtime,
          alsoActiveOn: [pages.project.realtime.replace(/\/inspector$/, '')],
          requires: { permission: 'realtime:all' },
          chord: 'r',
        },
      ],
    },
    {
      heading: null,
      entries: [
        { label: 'Advisors', icon: Lightbulb, page: pages.project.advisors, requires: { permission: 'database:read' }, chord: 'v' },
        { label: 'Reports', icon: ChartColumn, page: pages.project.reports, requires: { part: 'reports' } },
        { label: 'Logs', labelWith: { flag: 'warehouse', label: 'Logs & Analytics' }, icon: List, page: pages.project.logs, chord: 'l' },
        { label: 'API Docs', icon: FileCode2, page: pages.project.api, requires: { permission: 'database:read' } },
        { label: 'Integrations', icon: Blocks, page: pages.project.integrations, chord: 'i' },
      ],
    },
    {
      heading: null,
      entries: [
        {
          label: 'Project Settings',
          icon: Settings,
          page: pages.settings.general,
          alsoActiveOn: [pages.settings.general.replace(/\/general$/, '')],
          requires: { part: 'projectSettings' },
          chord: ',',
        },
      ],
    },
  ],
}
