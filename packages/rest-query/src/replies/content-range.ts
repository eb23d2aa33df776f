/** `0-9/100` of the rows from an offset on; `*` for what there is none of, or what wasn't counted. */
export function contentRangeOf(offset: number, rows: number, total: number | null): string {
  const range = rows === 0 || total === 0 ? '*' : `${offset}-${offset + rows - 1}`
  return `${range}/${total ?? '*'}`
}
