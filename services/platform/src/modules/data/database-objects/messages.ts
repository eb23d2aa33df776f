/** Errors of database objects. */
export const messages = {
  notFound: (noun: string, name: string) => `This database has no ${noun} ${name}`,
  created: 'that was just created',
} as const
