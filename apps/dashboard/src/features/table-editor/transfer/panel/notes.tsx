import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** What keeps the import from running, or may surprise. */
export function Notes({ problems = [], warnings = [] }: { readonly problems?: readonly string[]; readonly warnings?: readonly string[] }) {
  if (problems.length === 0 && warnings.length === 0) return null
  return (
    <ul className="flex flex-col gap-1.5">
      {problems.map((text) => (
        <Note key={text} className="border-danger/40 bg-danger-tint" icon={<CircleAlert aria-hidden className="text-danger" />}>
          {text}
        </Note>
      ))}
      {warnings.map((text) => (
        <Note key={text} className="border-warning/40 bg-warning-tint" icon={<TriangleAlert aria-hidden className="text-warning" />}>
          {text}
        </Note>
      ))}
    </ul>
  )
}

function Note({ className, icon, children }: { readonly className: string; readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className={`flex gap-2 rounded-md border px-3 py-2 text-sm break-words [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0 ${className}`}>
      {icon}
      <span className="min-w-0">{children}</span>
    </li>
  )
}
