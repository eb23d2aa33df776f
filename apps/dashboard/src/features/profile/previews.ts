import type { FeaturePreview } from '@colonnade/contracts/people/sessions'

/** What each preview does, as people read it. */
export const previewTexts: Readonly<Record<FeaturePreview, { readonly name: string; readonly description: string }>> = {
  'live-activity': {
    name: 'Live activity',
    description: 'The overview of a project reads connections, queries and cache hits every second instead of every ten.',
  },
  column_privileges: {
    name: 'Column privileges',
    description: 'A page of the database section shows which roles may read and write which columns of a table, and changes it. Alpha.',
  },
}
