import { Switch } from '@colonnade/ui'

export interface FollowSwitchProps {
  readonly isFollowing: boolean
  readonly onChange: (isFollowing: boolean) => void
}

/** Whether new lines show up as they are written; its query polls only while this is on. */
export function FollowSwitch({ isFollowing, onChange }: FollowSwitchProps) {
  return <Switch isOn={isFollowing} onChange={onChange} label={<span className="text-xs text-soft">Follow</span>} />
}
