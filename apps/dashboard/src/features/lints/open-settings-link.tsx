import type { Lint } from '@colonnade/contracts/data/lints'
import { buttonClass } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { paths } from '../../paths.ts'

export interface OpenSettingsLinkProps {
  readonly projectRef: string
  readonly page: NonNullable<Lint['page']>
  /** What is changed there, for who hears several of these. */
  readonly title: string
}

/** Opens the page with the setting that a finding is about. */
export function OpenSettingsLink({ projectRef, page, title }: OpenSettingsLinkProps) {
  return (
    <Link to={paths.project.authSettings(projectRef, page)} className={buttonClass({ size: 'sm' })}>
      <Settings2 aria-hidden />
      Open settings
      <span className="sr-only"> for {title}</span>
    </Link>
  )
}
