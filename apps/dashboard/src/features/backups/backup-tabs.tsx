import { cn } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { addressOf, pages } from '../../paths.ts'
import { backupTabsText } from './messages.ts'

const tabs = [
  { label: backupTabsText.scheduled, page: pages.database.backups },
  { label: backupTabsText.pointTime, page: pages.database.pitr },
] as const

/** Leads from one page of backups to the other. */
export function BackupTabs({ projectRef }: { readonly projectRef: string }) {
  return (
    <nav aria-label={backupTabsText.backups} className="flex gap-4 border-b">
      {tabs.map(({ label, page }) => (
        <Link
          key={page}
          to={addressOf(page, { ref: projectRef })}
          className={cn('-mb-px flex h-8 items-center border-b-2 border-transparent text-sm text-soft hover:text-fg')}
          activeProps={{ className: 'border-accent! text-fg' }}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
