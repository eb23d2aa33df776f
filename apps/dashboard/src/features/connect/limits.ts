/** Spec §9: where poolers listen. */
export const poolerPorts = { transaction: 6543, session: 5432 } as const

/** Spec §9: add-ons are asked for again after an hour. */
export const addonsFreshMs = 3_600_000
