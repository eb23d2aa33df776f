import {
  Building2,
  CreditCard,
  FileText,
  FlaskConical,
  GitBranch,
  History,
  Inbox,
  LifeBuoy,
  LogIn,
  Mail,
  ScrollText,
  Server,
  Users,
} from 'lucide-react'
import { pages, paths } from '../../../paths.ts'
import type { Menu } from '../../visible.ts'

/** Pages that no menu lists: other pages or buttons of the header open them. */
export const furtherProjectPages: Menu = {
  whileComingUp: 'home',
  groups: [{ heading: null, entries: [{ label: 'Branches', icon: GitBranch, page: pages.project.branches }] }],
}

export const furtherDatabasePages: Menu = {
  whileComingUp: 'home',
  groups: [
    { heading: null, entries: [{ label: 'Point-in-time recovery', icon: History, page: pages.database.pitr, requires: { feature: 'backups' } }] },
  ],
}

export const furtherAuthPages: Menu = {
  whileComingUp: 'home',
  groups: [{ heading: null, entries: [{ label: 'Test sign-in', icon: FlaskConical, page: pages.auth.signInTest }] }],
}

const tab = (name: string) => `${paths.installation}?tab=${name}`

/** Pages that only owners of the installation see. */
export const installationMenu: Menu = {
  whileComingUp: 'same',
  groups: [
    {
      heading: null,
      entries: [
        { label: 'Installation', icon: Server, page: paths.installation },
        { label: 'Installation: people', icon: Users, page: tab('people') },
        { label: 'Installation: organizations', icon: Building2, page: tab('organizations') },
        { label: 'Installation: sign-in', icon: LogIn, page: tab('sign-in') },
        { label: 'Installation: billing', icon: CreditCard, page: tab('billing') },
        { label: 'Installation: documents', icon: FileText, page: tab('documents') },
        { label: 'Installation: mail', icon: Mail, page: tab('mail') },
        { label: 'Installation: log', icon: ScrollText, page: tab('log') },
        { label: 'Feedback and tickets', icon: Inbox, page: paths.installationInbox },
        { label: 'Support ticket queue', icon: LifeBuoy, page: `${paths.installationInbox}?tab=tickets` },
      ],
    },
  ],
}
