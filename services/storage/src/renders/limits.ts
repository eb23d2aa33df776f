/** Numbers of image renders (storage sheet, "Renders"). */
export const renderLimits = {
  /** Renders at once, each in a process of its own. */
  processes: 2,
  /** Renders that wait, all projects together. */
  waiting: 64,
  timeMs: 10_000,
  sourceBytes: 25 * 1024 * 1024,
  pixels: 50_000_000,
  frames: 60,
  /** Of one process; it ends when it needs more. */
  processBytes: 512 * 1024 * 1024,
  /** A process that has had nothing to do for so long ends. */
  idleMs: 60_000,
  /** Of all renders that are kept. */
  keptBytes: 1024 * 1024 * 1024,
} as const

/** Of width and height: larger ones are taken for this, as the original does. */
export const mostPixelsOfSide = 2_000
