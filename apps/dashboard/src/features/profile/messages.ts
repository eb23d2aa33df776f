export const hideableText = {
  projects: 'In projects',
  database: 'In projects, under Database',
  organizations: 'In organizations',
  integrations: 'In organizations and in project settings',
} as const

export const nameFormText = {
  name: 'Name',
  cancel: 'Cancel',
  save: 'Save',
} as const

export const pageText = {
  title: 'Preferences',
  description: 'These apply only to you, wherever you sign in.',
  profile: 'Profile',
  theme: 'Theme',
  sidebar: 'Sidebar',
  features: 'Features',
  featuresHint: 'Hide features you don’t use from your menus. Direct links still work, and other members’ menus don’t change.',
  featurePreviews: 'Feature previews',
  previewsHint: 'Try upcoming features of Colonnade before they’re released.',
} as const

export const previewsText = {
  liveOverview: 'Updates connections, queries and cache hits on a project’s Overview every second instead of every ten seconds.',
  columnPrivileges: 'Adds a page under Database that shows and changes which roles can read and write each column of a table. Alpha.',
} as const
