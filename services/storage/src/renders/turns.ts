/** Work that waits for its turn, owner by owner: one who wants much doesn't keep the others waiting. */
export interface Turns<Work> {
  readonly size: number
  /**
   * Takes work in.
   *
   * @returns what gives way to it: nothing while there is room, else the latest work of the owner who has most waiting, which may be this
   */
  add(owner: string, work: Work): Work | null
  /** The next owner's oldest work, those first who have none running; null when none waits. */
  next(isBusy: (owner: string) => boolean): { readonly owner: string; readonly work: Work } | null
}

export function createTurns<Work>(most: number): Turns<Work> {
  /** In the order of their turns. */
  const owners = new Map<string, Work[]>()
  let size = 0
  const take = (owner: string, index: number): Work => {
    const works = owners.get(owner)!
    const [work] = works.splice(index, 1)
    if (works.length === 0) owners.delete(owner)
    size--
    return work!
  }
  return {
    get size() {
      return size
    },
    add(owner, work) {
      const works = owners.get(owner)
      if (works === undefined) owners.set(owner, [work])
      else works.push(work)
      size++
      if (size <= most) return null
      const [longest, waiting] = [...owners].reduce((one, other) => (other[1].length > one[1].length ? other : one))
      return take(longest, waiting.length - 1)
    },
    next(isBusy) {
      if (size === 0) return null
      const inTurn = [...owners.keys()]
      const owner = inTurn.find((each) => !isBusy(each)) ?? inTurn[0]!
      const work = take(owner, 0)
      // to the end of the line
      const rest = owners.get(owner)
      if (rest !== undefined) {
        owners.delete(owner)
        owners.set(owner, rest)
      }
      return { owner, work }
    },
  }
}
