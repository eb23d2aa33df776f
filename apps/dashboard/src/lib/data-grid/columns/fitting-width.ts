const fittingPaddingPx = 20

/** As wide as the widest of a column's cells that are drawn; `idx` is its place in the grid, from 0. */
export function fittingWidth(grid: HTMLElement | null, idx: number): number {
  const cells = [...(grid?.querySelectorAll<HTMLElement>(`[aria-colindex="${idx + 1}"]`) ?? [])]
  const range = document.createRange()
  return cells.reduce((widest, cell) => {
    range.selectNodeContents(cell)
    return Math.max(widest, range.getBoundingClientRect().width + fittingPaddingPx, cell.scrollWidth > cell.clientWidth ? cell.scrollWidth : 0)
  }, 48)
}
