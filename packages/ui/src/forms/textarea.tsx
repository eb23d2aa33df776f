import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'
import { controlClass } from './control-class.ts'

export interface TextareaProps extends ComponentProps<'textarea'> {
  readonly isMono?: boolean
}

export function Textarea({ className, isMono = false, ref, ...props }: TextareaProps) {
  const textarea = (
    <textarea rows={4} {...props} ref={ref} className={cn(controlClass, 'h-auto resize-y py-1.5', isMono && 'font-mono text-xs', className)} />
  )
  return <BaseField.Control render={textarea} />
}
