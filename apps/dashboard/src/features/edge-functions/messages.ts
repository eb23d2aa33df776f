export const pageText = {
  title: 'Edge Functions',
  description: 'TypeScript that runs on your server, next to your database. Deploy it here or with the CLI.',
  empty: {
    title: 'No functions yet',
    text: 'Functions answer requests at an address of their own. They can use your database, files and secrets.',
  },
  noMatch: 'No function has that in its name.',
  templates: 'Templates',
  paused: 'This project is paused. Functions answer again once you restore it.',
  asleep: 'This project is asleep. Functions still answer, and wake it up when they use the database.',
} as const

export const cliText = {
  title: 'Deploy with the CLI',
  description: 'Works with the supabase CLI. Save this profile once, then deploy from your own repository.',
  profile: 'Profile',
  commands: 'Commands',
  token: 'Create an access token',
} as const

export const functionText = {
  back: 'All functions',
  copyUrl: 'Copy the URL',
  tabs: 'Function',
  loading: 'Loading the function',
  missing: {
    title: 'Function not found',
    text: (slug: string) => `This project has no function “${slug}”. It may have been deleted.`,
    action: 'All functions',
  },
} as const

export const settingsText = {
  details: 'Details',
  verified: 'Need a token or key of this project',
  unverified: 'Anyone with the URL',
} as const
