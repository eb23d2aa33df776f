export { formatBytes } from '@colonnade/core'

const whole = new Intl.NumberFormat('en')

export function formatNumber(value: number): string {
  return whole.format(value)
}
