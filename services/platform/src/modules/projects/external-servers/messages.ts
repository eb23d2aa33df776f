/** Texts of projects on servers that Colonnade doesn’t run. */
export const messages = {
  turnedOff: 'External databases are turned off on this installation. Ask its owner to allow them.',
  notAllowed: (host: string) => `${host} isn’t in a network that this installation can connect to. Ask its owner to allow it.`,
  runHere: 'Colonnade runs this project’s Postgres server, so it has no external server',
} as const
