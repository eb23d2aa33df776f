/** Whether less than half of a text is left of it, at its beginning and its end: another text has taken its place. */
export function isReplaced(before: string, after: string): boolean {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return start + end < before.length / 2
}
