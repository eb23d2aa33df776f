/** A problem reported by a build. */
export interface BuildProblem {
  readonly message: string
  /** Its location; null if the log doesn't include one. */
  readonly place: { readonly path: string; readonly line: number; readonly column: number } | null
}

/** Extracts problems from the log of the bundler or of a function's first start. `paths` are the function's own files. */
export function buildProblems(log: string, paths: readonly string[]): BuildProblem[] {
  const known = new Set(paths)
  const problems: BuildProblem[] = []
  let message: string | null = null
  for (const line of log.split('\n')) {
    const start =
      /^(?:error:\s*)?((?:Uncaught\b|[A-Za-z]*Error\b|Module not found\b|Import\b|Files outside\b).*)$/.exec(line) ?? /^error:\s*(.+)$/.exec(line)
    if (start !== null) {
      if (message !== null) problems.push({ message, place: null })
      message = start[1]!.replace(/^Uncaught (?:\(in promise\) )?/, '').replace(/^SyntaxError: /, '')
      continue
    }
    const at = /^\s*at (?:.*\()?(?:file:\/\/\/?)?([^\s():]+):(\d+):(\d+)\)?\s*$/.exec(line)
    if (at === null || message === null || !known.has(at[1]!)) continue
    problems.push({ message, place: { path: at[1]!, line: Number(at[2]), column: Number(at[3]) } })
    message = null
  }
  if (message !== null) problems.push({ message, place: null })
  return problems
}
