/** Errors of organizations. */
export const messages = {
  notEmpty: (projects: number) =>
    `The organization still owns ${projects} ${projects === 1 ? 'project' : 'projects'}. Delete or transfer them first.`,
  slugTaken: (slug: string) => `The slug “${slug}” is already taken. Choose another one.`,
} as const
