/** `npm run faults -- --points` sets it, to be killed everywhere. */
const isComplete = process.env['COLONNADE_TEST_ALL_POINTS'] === '1'

/**
 * Picks so many of the failpoints that begin with a prefix, spread evenly from the first to the last. A few do: tests in
 * `packages/clusters` kill at each point of a cluster, and `npm run faults -- --points` at every point here.
 */
export function sampleOf(points: readonly string[], count: number, prefix: string): readonly string[] {
  if (isComplete) return points
  const eligible = points.filter((point) => point.startsWith(prefix))
  return Array.from({ length: count }, (_, place) => eligible[Math.round((place * (eligible.length - 1)) / (count - 1))]!)
}
