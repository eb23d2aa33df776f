/** Texts that members are notified of when a promotion ends. */
export const messages = {
  action: 'Open infrastructure',
  failed: {
    title: (name: string) => `A read replica of ${name} couldn’t be promoted`,
    message: (problem: string) => `${problem}. Nothing was changed, and the primary stays the same.`,
  },
  done: {
    title: (name: string) => `${name} has a new primary`,
    complete: 'A read replica was promoted. Addresses and passwords stay the same. No data was lost.',
    incomplete:
      'A read replica was promoted. Addresses and passwords stay the same. ' +
      'The files of the former primary couldn’t be read, so changes that it hadn’t sent or archived were lost.',
  },
} as const
