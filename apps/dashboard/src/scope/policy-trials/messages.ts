export const checkText = {
  unbound: {
    off: 'Row-level security is off, so policies do nothing.',
    bypasses: 'This role bypasses row-level security.',
    owner: 'This role owns the table, so policies don’t apply to it.',
  },
  missing: (command: string) => `No ${command} policy applies to this role.`,
  restricted: (name: string, command: string) => `The restrictive policy “${name}” refuses ${command}.`,
  failed: (name: string, error: string) => `“${name}” fails: ${error}.`,
  nothing: 'The database changed no row. A trigger may keep it back.',
} as const

export const verdictText = {
  allowed: 'Allowed',
  refused: 'Refused',
  by: 'by',
  policies: 'Policies that were asked',
  noPolicies: 'No policy was asked.',
  isTrue: 'true',
  isFalse: 'false',
  timeout: (seconds: number) => `Stopped after ${seconds} seconds. A policy, or a function that it calls, runs too long.`,
} as const
