/** How often the figures of the pooler are asked for while they are looked at. */
export const statisticsPollMs = 5_000
