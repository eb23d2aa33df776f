import type { FeaturePreview } from '@colonnade/contracts/people/sessions'
import { previewsText } from './messages.ts'

/** What each preview does, as people read it. */
export const previewTexts: Readonly<Record<FeaturePreview, { readonly name: string; readonly description: string }>> = {
  'live-activity': {
    name: 'Live activity',
    description: previewsText.liveOverview,
  },
  column_privileges: {
    name: 'Column privileges',
    description: previewsText.columnPrivileges,
  },
}
