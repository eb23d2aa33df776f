import type { HideableFeature } from '@colonnade/contracts/people/sessions'

/** What leaves the menus with each, as people read it. */
export const hideableTexts: Readonly<Record<HideableFeature, { readonly name: string; readonly place: string }>> = {
  table_editor: { name: 'Table Editor', place: 'In projects' },
  sql_editor: { name: 'SQL Editor', place: 'In projects' },
  migrations: { name: 'Migrations', place: 'In projects, under Database' },
  backups: { name: 'Backups', place: 'In projects, under Database' },
  integrations: { name: 'Integrations', place: 'In organizations' },
  usage: { name: 'Usage', place: 'In organizations and in settings of projects' },
}
