/** How often the lag of replicas is asked for while it is looked at. */
export const lagEveryMs = 5_000
