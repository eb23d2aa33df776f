/** Texts of add-ons: names of variants, and why one can’t be chosen. */
export const messages = {
  days: (days: number) => `${days} day${days === 1 ? '' : 's'}`,
  customDomain: 'Custom domain',
  dedicatedPooler: 'Dedicated pooler',
  branchPitr: 'Branches can’t have point-in-time recovery. Turn it on for the project instead.',
  planPitr: (most: number) => `This plan has recovery windows of up to ${most} days`,
  notOffered: 'This installation doesn’t offer this add-on',
  unknownVariant: (choices: string) => `Unknown variant. Choose one of: ${choices}`,
} as const
