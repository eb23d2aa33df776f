import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({ extend: { theme: { text: ['2xs'] } } })

/** Joins class names; of two that set the same property, the later one wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values))
}
