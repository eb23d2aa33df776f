/** How often it is told anew when a branch deletes itself. */
export const expiryTickMs = 20_000
