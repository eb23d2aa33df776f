import { IconButton, Menu, MenuChoice, MenuItem, MenuSeparator } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleUserRound, Command, Keyboard, LogOut } from 'lucide-react'
import { modified } from '../lib/modifier-key.ts'
import { themeChoices } from '../lib/theme.ts'
import { setTheme, useTheme } from '../lib/use-theme.ts'
import { openCommandMenu, openShortcuts } from '../navigation/command-menu-state.ts'
import { useSignOut } from '../scope/sign-out.ts'
import { profileQuery } from '../scope/queries.ts'

export function AccountMenu() {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const theme = useTheme()
  const signOut = useSignOut()
  return (
    <Menu
      align="end"
      className="w-56"
      trigger={
        <IconButton label="Account" hasTooltip={false}>
          <CircleUserRound aria-hidden />
        </IconButton>
      }
    >
      <div className="px-2 pt-1 pb-1.5">
        <div className="truncate font-medium">{profile.username}</div>
        <div className="truncate text-xs text-faint">{profile.primary_email}</div>
      </div>
      <MenuSeparator />
      <MenuItem icon={<Command aria-hidden />} hint={modified('K')} onSelect={openCommandMenu}>
        Command menu
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden />} hint="?" onSelect={openShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme} options={themeChoices} onChange={setTheme} />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        Log out
      </MenuItem>
    </Menu>
  )
}
