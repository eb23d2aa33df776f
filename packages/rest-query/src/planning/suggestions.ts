/** Least similarity of a name for "Perhaps you meant", from 0 to 1 (PostgREST 14). */
const leastSimilarity = 0.75
/** Most names to compare: in a larger schema, a suggestion isn't worth the time. */
const mostCompared = 2000

/** Finds the name that is most like another, or null. Upper and lower case are alike. */
export function mostSimilar(name: string, candidates: Iterable<string>): string | null {
  const wanted = name.toLowerCase()
  let best: string | null = null
  let bestSimilarity = 0
  let compared = 0
  for (const candidate of candidates) {
    compared += 1
    if (compared > mostCompared) break
    const similarity = similarityOf(wanted, candidate.toLowerCase())
    if (similarity < leastSimilarity || similarity <= bestSimilarity) continue
    best = candidate
    bestSimilarity = similarity
  }
  return best
}

function similarityOf(one: string, other: string): number {
  const longest = Math.max(one.length, other.length)
  if (longest === 0) return 1
  if (Math.min(one.length, other.length) < longest * leastSimilarity) return 0
  return 1 - distance(one, other) / longest
}

/** Levenshtein distance, one row at a time. */
function distance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const change = previous[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1)
      current.push(Math.min(change, previous[column]! + 1, current[column - 1]! + 1))
    }
    previous = current
  }
  return previous[other.length]!
}
