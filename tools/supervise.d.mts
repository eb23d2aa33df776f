export interface Supervised {
  stop(signal: NodeJS.Signals): void
  /** Resolves with the code to exit with. */
  readonly ended: Promise<number>
}

export function supervise(
  program: string,
  args: readonly string[],
  options?: { readonly say?: (line: string) => void; readonly delays?: readonly number[] },
): Supervised
