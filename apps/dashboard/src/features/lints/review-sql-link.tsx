import { buttonClass } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { SquareTerminal } from 'lucide-react'
import { paths } from '../../paths.ts'
import { reviewSqlLinkText } from './messages.ts'

export interface ReviewSqlLinkProps {
  readonly projectRef: string
  readonly sql: string
  /** What it repairs, for who hears several of these. */
  readonly title: string
}

/** Opens the SQL editor with what repairs a finding: a person reads it and runs it. */
export function ReviewSqlLink({ projectRef, sql, title }: ReviewSqlLinkProps) {
  return (
    <Link to={paths.project.sql(projectRef)} search={{ content: sql } as never} className={buttonClass({ size: 'sm' })}>
      <SquareTerminal aria-hidden />
      {reviewSqlLinkText.reviewSql}
      <span className="sr-only">{reviewSqlLinkText.forFinding(title)}</span>
    </Link>
  )
}
