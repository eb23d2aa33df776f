/** What the bundler may take. */
export const bundleMs = 60_000
export const bundleMemoryBytes = 1024 * 1024 * 1024

/** What the first attempt may take where a source names hosts that may be out of reach. */
export const firstAttemptMs = 25_000

/** A host that could not be reached is done without for so long. */
export const unreachableMs = 10 * 60_000

export const buildsAtOnce = 2
export const buildsOfProjectAtOnce = 1

/** Builds that wait, of one project and of all. */
export const waitingOfProjectMost = 200
export const waitingMost = 1_000

/** What is kept of what the bundler wrote, in characters. */
export const buildLogCharacters = 20_000

/** Of what is run, with its static files, without source maps. */
export const bundleBytesMost = 20 * 1024 * 1024

/** Of the source map, which the platform never reads again. */
export const mapBytesMost = 64 * 1024 * 1024

/** Modules elsewhere that a source names, as far as substitutes are looked for. */
export const namedMost = 2_000

/** A bundle that was just built is kept for so long, whether a version names it or not yet. */
export const unnamedKeptMs = 15 * 60_000
