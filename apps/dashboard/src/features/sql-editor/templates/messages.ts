export const templatesDialogText = {
  templates: 'Templates',
  description: 'Open a template as a new snippet. It works in this project as is, and nothing runs until you run it.',
  searchTemplates: 'Search templates',
  noMatch: 'No matching templates.',
  template: 'template',
  open: (title: string | undefined) => (title === undefined ? 'Open' : `Open “${title}”`),
} as const
