/** Texts of plans, add-ons and billing details. Names are those of projects, plans and domains. */
export const messages = {
  choosePaidPlan: 'The Free plan has no billed usage. Choose a paid plan first.',
  managed: (manager: string) => `This organization is managed by ${manager}. Change its plan and spend cap there.`,
  addons: { customDomain: (domain: string) => `Custom domain: ${domain}`, dedicatedPooler: 'Dedicated pooler' },
  refusals: {
    dedicatedPooler: (project: string) => `Remove the dedicated pooler of ${project}. The Free plan uses the shared pooler.`,
    customDomain: (project: string, domain: string) => `Remove the domain ${domain} from ${project}. The Free plan has no custom domains.`,
    pitr: (project: string, days: string, plan: string) =>
      `Turn off point-in-time recovery for ${project}, or shorten its window to ${days}. That’s the most the ${plan} plan includes.`,
  },
  losses: {
    dailyBackups: (days: string) => `Daily backups older than ${days} are deleted`,
    manualBackups: (project: string, count: number, most: number) =>
      `${project} has ${count} manual backups. They stay, but with a limit of ${most} you can’t create more.`,
    sleep: (projects: string, mostMinutes: number | null, standardMinutes: number | null) =>
      `${projects}: pauses after ${standardMinutes} idle minutes by default, and after ${mostMinutes} at most`,
    usage: (metric: string, included: string, plan: string) => `${metric}: usage this month is over the ${included} included in the ${plan} plan`,
    spendCap: 'The spend cap turns on. The Free plan has no billed usage.',
  },
  kept: {
    sizes: (projects: string, isFree: boolean) => `Compute sizes stay the same: ${projects}${isFree ? '. They’re free on the Free plan.' : ''}`,
    replicas: (projects: string) => `Read replicas stay: ${projects}`,
    replicasWithin: (projects: string, plan: string, hours: number, always: number) =>
      `Read replicas stay: ${projects}. The ${plan} plan includes ${hours} hours a month, enough for ${always} running all the time.`,
  },
} as const
