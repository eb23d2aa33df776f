import { Button, cn, PanelContent, PanelFooter } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../error-notice.tsx'
import { UnsavedGuard, type Place } from '../panels/unsaved-guard.tsx'

/** Settings while they are edited. `useSettings` makes this of a schema; a form with state of its own can spell it out. */
export interface Settings {
  readonly isDirty: boolean
  /** Whether what is entered can be saved; true when left out. */
  readonly isValid?: boolean
  readonly isSaving: boolean
  readonly save: () => void
  /** Goes back to the saved values. Without it there is no Cancel button. */
  readonly discard?: () => void
  /** Why saving failed, unless a field or a toast says so. */
  readonly error?: unknown
}

export interface SettingsFormProps {
  readonly settings: Settings
  /** Why this person can't change them. The fields are read-only then, and the reason takes the place of the note and the buttons. */
  readonly whyReadOnly?: string | undefined
  /** What saving does, beside the buttons. */
  readonly note?: ReactNode
  readonly saveLabel?: string
  /** More buttons, before Cancel and Save. */
  readonly actions?: ReactNode
  /** Whether leaving the page with unsaved changes asks first. */
  readonly leaving?: 'asks' | 'silent'
  /** Lays out the fields. */
  readonly className?: string
  readonly children: ReactNode
}

/** The fields and the save bar of a `Panel` that changes settings. Put it below the panel's header. */
export function SettingsForm({ settings, whyReadOnly, note, saveLabel = 'Save', actions, leaving = 'asks', className, children }: SettingsFormProps) {
  const { isDirty, isValid = true, isSaving, save, discard, error } = settings
  const isReadOnly = whyReadOnly !== undefined
  return (
    <form
      noValidate
      className="ruled"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving && !isReadOnly) save()
      }}
    >
      <PanelContent className={cn('flex flex-col gap-4', className)}>
        <fieldset disabled={isReadOnly} className="contents">
          {children}
        </fieldset>
        {error !== undefined && error !== null && <ErrorNotice error={error} className="col-span-full" />}
      </PanelContent>
      <PanelFooter note={whyReadOnly ?? note}>
        {!isReadOnly && (
          <>
            {actions}
            {discard && (
              <Button disabled={!isDirty} onClick={discard}>
                Cancel
              </Button>
            )}
            <Button type="submit" variant="primary" disabled={!isDirty || !isValid} isPending={isSaving}>
              {saveLabel}
            </Button>
          </>
        )}
      </PanelFooter>
      {leaving === 'asks' && <UnsavedGuard isDirty={isDirty && !isReadOnly} isLoss={isOtherPage} />}
    </form>
  )
}

/** Panels and hashes of the same page keep what is entered. */
const isOtherPage = (current: Place, next: Place) => current.pathname !== next.pathname
