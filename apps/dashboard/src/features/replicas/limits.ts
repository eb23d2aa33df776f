/** How often the lag of replicas is asked for while it is looked at. */
export const lagEveryMs = 5_000
/** And how the replica stands that somebody thinks of promoting. */
export const outlookEveryMs = 2_000
