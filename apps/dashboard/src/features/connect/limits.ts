/** Spec §9: where poolers listen. */
export const poolerPorts = { transaction: 6543, session: 5432 } as const
