export const chartText = {
  label: (name: string) => `${name} by day`,
  empty: 'No usage in this period',
} as const

export const seriesText = {
  otherProjects: (count: number) => (count === 1 ? '1 other project' : `${count} other projects`),
} as const

export const tableText = {
  empty: 'No usage in this period',
  label: (name: string) => `${name} by day`,
  day: 'Day',
} as const

export const daysText = {
  reversed: 'The last day is before the first day. Choose a later last day.',
  tooMany: (days: number, most: number) => `You chose ${days} days. Choose at most ${most}.`,
} as const

export const exceedingText = {
  /** Spec §9. */
  title: 'Exceeding usage limits',
  line: (name: string, used: string, included: string) => `${name}: ${used} of ${included} included in your plan`,
  advice: 'Delete branches, backups or data you don’t need, choose a larger plan, or turn off the spend cap on the ',
  billingPage: 'billing page',
  adviceEnd: '. ',
  projects: 'See usage by project',
} as const

export const metricText = {
  chart: 'Chart',
  table: 'Table',
  of: (included: string) => ` of ${included}`,
  capped: 'Included in your plan. Usage is capped.',
  billed: 'Included in your plan. Usage beyond it is billed.',
  failed: (name: string) => `Failed to load ${name}`,
} as const

export const rangeText = {
  billingPeriod: 'Current billing period',
  lastBillingPeriod: 'Last billing period',
  last30Days: 'Last 30 days',
  last90Days: 'Last 90 days',
  custom: 'Custom range',
} as const

export const pageText = {
  title: 'Usage',
  noAccessTitle: 'You don’t have access to any projects',
  noAccessBody: (name: string) => `Ask someone who manages the members of ${name} for access to a project to see its usage.`,
  description: (name: string, plan: string) => `Usage of all projects in ${name}. The ${plan} plan counts by calendar month (UTC).`,
  ownDescription: (name: string, plan: string) =>
    `Usage of your projects in ${name}. The limits of the ${plan} plan apply to all its projects together, so they aren’t shown here.`,
  downloadCSV: 'Download CSV',
  filters: 'Usage filters',
  project: 'Project',
  allProjects: 'All projects',
  allOwn: 'All your projects',
  period: 'Period',
  firstDay: 'First day',
  lastDay: 'Last day',
  days: (first: string, last: string, measuredUntil: string | null) =>
    `${first} to ${last}${measuredUntil === null ? '' : `, measured until ${measuredUntil}`}`,
  failed: 'Failed to load usage',
  loading: 'Loading usage',
  measured: 'Sizes and active users are measured every hour, traffic every minute. Measuring doesn’t wake sleeping projects.',
} as const

export const wordsCopy = {
  average: 'Average in this period',
  total: 'Total in this period',
  peak: 'Peak in this period',
  freeDays: (count: number) =>
    `The organization was on the Free plan for ${count === 1 ? '1 day' : `${count} days`} of this period. Invoices leave out usage on ${count === 1 ? 'that day' : 'those days'}.`,
} as const
