import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

export type AppLinkProps = ComponentProps<'a'> & { readonly href: string }

/** A link to an address in the dashboard that is only known as a string. Without a router it's an ordinary link. */
export function AppLink({ href, onClick, children, ...props }: AppLinkProps) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!router || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ href })
  }
  return (
    <a {...props} href={href} onClick={open}>
      {children}
    </a>
  )
}
