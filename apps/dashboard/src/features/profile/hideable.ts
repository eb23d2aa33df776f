import type { HideableFeature } from '@colonnade/contracts/people/sessions'
import { hideableText } from './messages.ts'

/** What leaves the menus with each, as people read it. */
export const hideableTexts: Readonly<Record<HideableFeature, { readonly name: string; readonly place: string }>> = {
  table_editor: { name: 'Table Editor', place: hideableText.projects },
  sql_editor: { name: 'SQL Editor', place: hideableText.projects },
  migrations: { name: 'Migrations', place: hideableText.database },
  backups: { name: 'Backups', place: hideableText.database },
  integrations: { name: 'Integrations', place: hideableText.organizations },
  usage: { name: 'Usage', place: hideableText.integrations },
}
