export interface Rename {
  readonly rename: string
  readonly to: string
}

/**
 * Orders renames so that no name is assigned while it's still in use. If the names form a cycle, one takes a free name in between.
 */
export function rename(wanted: readonly { readonly from: string; readonly to: string }[], taken: readonly string[]): Rename[] {
  const names = new Set(taken)
  let rest = wanted.filter(({ from, to }) => from !== to)
  const steps: Rename[] = []
  const step = (from: string, to: string) => {
    steps.push({ rename: from, to })
    names.delete(from)
    names.add(to)
  }
  while (rest.length > 0) {
    const next = rest.find(({ to }) => !names.has(to))
    const [stuck] = rest
    if (next !== undefined) {
      step(next.from, next.to)
      rest = rest.filter((other) => other !== next)
    } else if (rest.every(({ to }) => rest.some(({ from }) => from === to)) && stuck !== undefined) {
      let aside = 'renaming'
      for (let count = 1; names.has(aside) || rest.some(({ to }) => to === aside); count += 1) aside = `renaming ${count}`
      step(stuck.from, aside)
      rest = [...rest.slice(1), { from: aside, to: stuck.to }]
    } else {
      // Postgres reports the conflict
      for (const { from, to } of rest) step(from, to)
      rest = []
    }
  }
  return steps
}
