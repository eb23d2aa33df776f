export const keyTabs = ['keys', 'legacy'] as const
export type KeyTab = (typeof keyTabs)[number]

export interface KeySearch {
  readonly tab?: 'legacy'
}

/** Which tab an address opens. */
export function readKeySearch({ tab }: Readonly<Record<string, unknown>>): KeySearch {
  return tab === 'legacy' ? { tab } : {}
}
