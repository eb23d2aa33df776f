/** How often the time until a branch deletes itself is updated. */
export const expiryTickMs = 20_000
