import { Avatar, IconButton, Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleUserRound, Command, FlaskConical, Inbox, Keyboard, LogOut, Server, UserRound } from 'lucide-react'
import { modified } from '../lib/modifier-key.ts'
import { themeChoices } from '../lib/appearance/theme.ts'
import { useTheme } from '../lib/appearance/use-theme.ts'
import { openCommandMenu, openShortcuts } from '../navigation/overlay.ts'
import { paths } from '../paths.ts'
import { useChoose } from '../scope/preferences.ts'
import { profileQuery } from '../scope/queries.ts'
import { signOut } from '../scope/sign-out.ts'

/** Spec §2: account preferences, feature previews, command menu, theme, log out. */
export function AccountMenu() {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const theme = useTheme()
  const choose = useChoose()
  return (
    <Menu
      align="end"
      className="w-60"
      trigger={
        <IconButton label="Account" hasTooltip={false}>
          {profile.profileImageUrl === null ? <CircleUserRound aria-hidden /> : <Avatar src={profile.profileImageUrl} size="sm" />}
        </IconButton>
      }
    >
      <div className="px-2 pt-1 pb-1.5">
        <div className="truncate font-medium">{profile.username}</div>
        <div className="truncate text-xs text-faint">{profile.primary_email}</div>
      </div>
      <MenuSeparator />
      <MenuLink link={<Link to={paths.account} />} icon={<UserRound aria-hidden />}>
        Account preferences
      </MenuLink>
      <MenuLink link={<Link to={paths.account} hash="feature-previews" />} icon={<FlaskConical aria-hidden />}>
        Feature previews
      </MenuLink>
      {profile.is_installation_owner && (
        <>
          <MenuLink link={<Link to={paths.installation} />} icon={<Server aria-hidden />}>
            Installation
          </MenuLink>
          <MenuLink link={<Link to={paths.installationInbox} />} icon={<Inbox aria-hidden />}>
            Feedback and tickets
          </MenuLink>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={<Command aria-hidden />} hint={modified('K')} onSelect={openCommandMenu}>
        Command menu
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden />} hint="?" onSelect={openShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} options={themeChoices} onChange={(next) => choose({ theme: next })} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => signOut()}>
        Log out
      </MenuItem>
    </Menu>
  )
}
