import type { ReactNode } from 'react'
import { accountMenu } from '../navigation/menus/account-menu.ts'
import { useMenu } from '../navigation/use-menu.ts'
import { SectionMenu } from './sections/section-menu.tsx'
import { Shell } from './shell.tsx'

/** Layout of account pages, without the sidebar (spec §2). */
export function AccountLayout({ children }: { readonly children: ReactNode }) {
  const groups = useMenu(accountMenu, {})
  return (
    <Shell>
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <SectionMenu label="Account" groups={groups} />
        <div className="min-w-0 flex-1 md:overflow-y-auto">{children}</div>
      </div>
    </Shell>
  )
}
