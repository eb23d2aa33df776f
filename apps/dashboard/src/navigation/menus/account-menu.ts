import { KeyRound, ScrollText, ShieldCheck, UserRound } from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu } from '../visible.ts'

/** Spec §2, the account routes. */
export const accountMenu: Menu = {
  whileComingUp: 'same',
  groups: [
    {
      heading: 'Account',
      entries: [
        { label: 'Preferences', icon: UserRound, page: pages.account.me },
        { label: 'Access tokens', icon: KeyRound, page: pages.account.tokens },
        { label: 'Security', icon: ShieldCheck, page: pages.account.security },
        { label: 'Audit logs', icon: ScrollText, page: pages.account.audit },
      ],
    },
  ],
}
