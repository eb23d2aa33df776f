import { Textarea } from '@colonnade/ui'
import type { ComponentProps } from 'react'
import { keepLineEnds, lineFeeds } from './line-ends.ts'

export interface ValueTextareaProps extends Omit<ComponentProps<typeof Textarea>, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Several lines of a value, whose ends stay as they are. */
export function ValueTextarea({ value, onChange, ...props }: ValueTextareaProps) {
  return (
    <Textarea isMono spellCheck={false} {...props} value={lineFeeds(value)} onChange={(event) => onChange(keepLineEnds(value, event.target.value))} />
  )
}
