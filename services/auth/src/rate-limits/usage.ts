/** Usage of a limit. */
export interface Usage {
  /** By whoever has used most of it; null while it isn't known. */
  readonly used: number | null
  readonly most: number
  /** The address or user that has used most; null for nobody, and for limits of a whole project. */
  readonly caller: string | null
  /** Addresses or users that have used some of it. */
  readonly callers: number
}

/** Returns the usage of a limit that each caller has to themselves. Someone can appear several times. */
export function usageOf(most: number, used: readonly { readonly caller: string; readonly used: number }[]): Usage {
  const busiest = used.reduce((one, other) => (other.used > one.used ? other : one), { caller: null as string | null, used: 0 })
  return { used: busiest.used, most, caller: busiest.caller, callers: new Set(used.map(({ caller }) => caller)).size }
}
