/** Who runs a project's Postgres server: Colonnade (`embedded`) or someone else (`external`). */
export const drivers = ['embedded', 'external'] as const
export type Driver = (typeof drivers)[number]

/** Features of a project beyond reading and changing its database. */
export const capabilities = ['copies', 'replicas', 'backups', 'promotions', 'upgrades', 'machine'] as const
export type Capability = (typeof capabilities)[number]

export const capabilitiesOf: Readonly<Record<Driver, readonly Capability[]>> = { embedded: capabilities, external: [] }

/** Why a project lacks a capability, for pages and refused calls. */
export const missingBecause: Readonly<Record<Capability, string>> = {
  copies: "Colonnade doesn't run this project's Postgres server, so it can't create branches of it.",
  replicas: "Colonnade doesn't run this project's Postgres server, so it can't add read replicas to it.",
  backups: "Colonnade doesn't run this project's Postgres server, so it can't back it up. Back it up where the server runs.",
  promotions: "Colonnade doesn't run this project's Postgres server, so it can't promote replicas of it.",
  upgrades: "Colonnade doesn't run this project's Postgres server, so it can't upgrade it. Upgrade Postgres where the server runs.",
  machine: "Colonnade doesn't run this project's Postgres server. Manage its size, network and passwords where the server runs.",
}
