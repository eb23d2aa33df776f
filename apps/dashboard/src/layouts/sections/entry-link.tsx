import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { VisibleEntry } from '../../navigation/visible.ts'

/** A link that knows whether one is there. One that only stands in for a page to come never says so. */
export function EntryLink({ entry, ...props }: { readonly entry: VisibleEntry } & Omit<ComponentProps<'a'>, 'href' | 'target'>) {
  const navigate = useNavigate()
  const isAlsoThere = useLocation({ select: ({ pathname }) => entry.alsoActiveAt.some((at) => isAt(pathname, at)) })
  const isExcepted = useLocation({ select: ({ pathname }) => entry.exceptAt.some((at) => isAt(pathname, at)) })
  if (!entry.isDeferred) {
    return (
      <Link
        {...props}
        to={entry.to}
        activeOptions={{ exact: entry.isExact || isExcepted, includeSearch: false }}
        {...(isAlsoThere && { 'aria-current': 'page' as const })}
      />
    )
  }
  return (
    <a
      {...props}
      href={entry.to}
      onClick={(event) => {
        event.preventDefault()
        props.onClick?.(event)
        void navigate({ to: entry.to })
      }}
    >
      {props.children}
    </a>
  )
}

const isAt = (pathname: string, address: string): boolean => pathname === address || pathname.startsWith(`${address}/`)
