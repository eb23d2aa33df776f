/** Errors of edge functions, their schedules and secrets. */
export const messages = {
  notStarted: 'The function didn’t start',
  notBundled: 'The function couldn’t be bundled',
  planLimit: (most: number) => `The plan of this organization includes ${most} edge functions for each project. Delete one, or upgrade the plan.`,
  starting: 'Edge functions are still starting. Try again in a moment.',
  tooManySchedules: (most: number) => `A project can have ${most} schedules. Delete one first.`,
  tooManySecrets: (most: number) => `A project can have ${most} secrets. Delete some first.`,
  form: {
    metadataTooLarge: 'The metadata part is too large.',
    tooManyFiles: (most: number) => `A function can have ${most.toLocaleString('en')} files. The form has more.`,
    tooManyParts: 'The form has too many parts.',
    unreadable: 'The form can’t be read.',
    notForm: 'The body isn’t a form. Send multipart/form-data with a boundary.',
    noMetadata: 'The form has no metadata part.',
    notJson: 'The metadata part isn’t JSON.',
    tooLarge: (megabytes: number) => `A function can have ${megabytes} MB of files.`,
  },
  schedule: {
    unreadable: (line: string) => `${JSON.stringify(line)} isn’t a valid cron expression. Use five fields, such as */5 * * * *.`,
    neverDue: (line: string) => `${JSON.stringify(line)} never matches a time.`,
    serverStopped: 'The server stopped before the function responded',
    notCalled: 'The function couldn’t be called',
    starting: 'Edge functions were still starting',
  },
} as const
