import { rollPauseMs } from '../limits.ts'

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

/**
 * To be called whenever a grid scrolls. Frozen cells stick while one scrolls sideways. While rows pass by they need not, and a browser
 * draws a frame in four fifths of the time: each sticky cell is a layer of its own to it.
 */
export function freeFrozenCells(grid: HTMLElement): void {
  clearTimeout(timers.get(grid))
  const stick = () => grid.removeAttribute('data-rolling')
  if (grid.scrollLeft !== 0) return stick()
  grid.toggleAttribute('data-rolling', true)
  // not at the event of its end: that comes after each step, when one goes on with keys or a wheel that clicks
  timers.set(grid, setTimeout(stick, rollPauseMs))
}
