/**
 * Whether a path matches a glob: `*` and `?` stand for characters of a name, `**` for any folders. The time that takes is bounded by the product
 * of their lengths, whatever they are.
 */
export function isMatch(path: string, pattern: string): boolean {
  const names = path.split('/')
  const parts = pattern.replace(/^\.\//, '').split('/')
  // which numbers of names the parts up to now can stand for
  let reached = new Set([0])
  for (const part of parts) {
    const next = new Set<number>()
    if (part === '**') {
      const from = Math.min(...reached)
      for (let count = from; count <= names.length; count += 1) next.add(count)
    } else {
      for (const count of reached) if (count < names.length && isNameMatch(names[count]!, part)) next.add(count + 1)
    }
    if (next.size === 0) return false
    reached = next
  }
  return reached.has(names.length)
}

/** A star that took too little takes one character more; no earlier one has to. */
function isNameMatch(name: string, part: string): boolean {
  let [at, in_, star, mark] = [0, 0, -1, 0]
  while (at < name.length) {
    if (part[in_] === '*') {
      star = in_
      mark = at
      in_ += 1
    } else if (in_ < part.length && (part[in_] === '?' || part[in_] === name[at])) {
      at += 1
      in_ += 1
    } else if (star >= 0) {
      mark += 1
      at = mark
      in_ = star + 1
    } else return false
  }
  while (part[in_] === '*') in_ += 1
  return in_ === part.length
}
