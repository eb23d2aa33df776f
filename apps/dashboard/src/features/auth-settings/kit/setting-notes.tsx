import { authDefaults, type AuthSettingChange, type AuthSettingName, isSecretSetting } from '@colonnade/contracts/auth/auth-settings'
import { RelativeTime } from '@colonnade/ui'
import type { TypedValue } from './definition.ts'
import { shownValue, typedDefault } from './draft.ts'
import { marks } from './messages.ts'

export interface SettingNotesProps {
  readonly name: AuthSettingName
  readonly label: string
  readonly value: TypedValue
  readonly change: AuthSettingChange | undefined
  /** Without it, the setting can't be changed. */
  readonly onReset?: ((value: TypedValue) => void) | undefined
}

/** Whether a setting differs from its default, and who changed it last. Nothing for one that nobody touched. */
export function SettingNotes({ name, label, value, change, onReset }: SettingNotesProps) {
  const standard = typedDefault(name)
  const differs = !isSecretSetting(name) && value !== standard
  if (!differs && change === undefined) return null
  return (
    <div className="dotted text-xs text-faint">
      {differs && (
        <span>
          <span className="text-soft">{marks.differs}</span>
          {onReset !== undefined && (
            <button
              type="button"
              aria-label={marks.resetLabel(label)}
              title={marks.defaultIs(shownValue(name, authDefaults[name]))}
              className="ml-1.5 rounded-sm underline underline-offset-2 hover:text-fg"
              onClick={() => onReset(standard)}
            >
              {marks.reset}
            </button>
          )}
        </span>
      )}
      {change !== undefined && (
        <span>
          {marks.changed} <RelativeTime value={change.changed_at} />{' '}
          {change.changed_by === null ? marks.bySomebody : marks.by(change.changed_by.name)}
        </span>
      )}
    </div>
  )
}
