import { buttonClass, cn } from '@colonnade/ui'
import { useRouter } from '@tanstack/react-router'
import { AppLink } from './app-link.tsx'
import { supportAddress, type SupportRequest } from './support-request.ts'

export interface SupportLinkProps extends Omit<SupportRequest, 'ref'> {
  /** The project that it is about, unless it is that of the page. */
  readonly projectRef?: string | undefined
  readonly className?: string
}

/** "Contact support": the form, with what went wrong filled in. */
export function SupportLink({ projectRef, subject, error, className }: SupportLinkProps) {
  // an error can also stand where no router is
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null
  const ref = projectRef ?? refOf(router?.state.matches.at(-1)?.params)
  return (
    <AppLink href={supportAddress({ ref, subject, error })} className={cn(buttonClass({ size: 'sm' }), className)}>
      Contact support
    </AppLink>
  )
}

function refOf(params: object | undefined): string | undefined {
  return params !== undefined && 'ref' in params && typeof params.ref === 'string' ? params.ref : undefined
}
