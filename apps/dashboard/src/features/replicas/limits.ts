/** How often an open page asks for the lag of replicas. */
export const lagEveryMs = 5_000
/** How often the promotion dialog asks for the replica's state. */
export const outlookEveryMs = 2_000
