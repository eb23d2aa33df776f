import { Search } from 'lucide-react'
import { cn } from '../class-names.ts'
import { Input, type InputProps } from './input.tsx'

/** An input that narrows what is shown beside it. */
export function SearchInput({ className, label, ...props }: InputProps & { readonly label: string }) {
  return (
    <div className={cn('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2 text-faint" />
      <Input type="search" aria-label={label} autoComplete="off" spellCheck={false} {...props} className="pl-8" />
    </div>
  )
}
