import type { Lint } from '@colonnade/contracts/data/lints'
import { buttonClass } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Settings2, ShieldCheck } from 'lucide-react'
import { paths } from '../../paths.ts'
import { openPageLinkText } from './messages.ts'

export interface OpenPageLinkProps {
  readonly projectRef: string
  readonly lint: Lint
}

/** Opens the page where a finding is repaired; nothing for those that have none. */
export function OpenPageLink({ projectRef, lint: { page, metadata, detail } }: OpenPageLinkProps) {
  if (page === undefined) return null
  const [Icon, label] = page === 'policies' ? [ShieldCheck, openPageLinkText.openPolicies] : [Settings2, openPageLinkText.openSettings]
  return (
    <Link to={pathOf(projectRef, page, metadata.schema)} className={buttonClass({ size: 'sm' })}>
      <Icon aria-hidden />
      {label}
      <span className="sr-only">{openPageLinkText.forDetail(detail)}</span>
    </Link>
  )
}

function pathOf(ref: string, page: NonNullable<Lint['page']>, schema: string | null): string {
  if (page === 'policies') return paths.project.policies(ref, { schema: schema ?? 'public' })
  return page === 'realtime' ? paths.project.realtimeSettings(ref) : paths.project.authSettings(ref, page)
}
