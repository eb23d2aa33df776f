import { Button, Field, Input, Panel, PanelContent, PanelHeader, Switch } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { Fold } from '../../../lib/panels/fold.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import type { ChosenClient } from '../../../scope/database-role/client.ts'
import { ClientChoice } from '../../../scope/database-role/client-choice.tsx'
import { joinText } from '../messages.ts'
import type { JoinState } from '../session/session-state.ts'
import { ChangesFields } from './changes-fields.tsx'
import { type DraftField, type JoinDraft, needsDatabase } from './draft.ts'

export interface JoinFormProps {
  readonly projectRef: string
  readonly draft: JoinDraft
  readonly onDraft: (draft: JoinDraft) => void
  readonly chosen: ChosenClient
  readonly onChosen: (chosen: ChosenClient) => void
  readonly problems: Readonly<Partial<Record<DraftField, string>>>
  /** Error before joining started; null for none. */
  readonly error: string | null
  readonly isPending: boolean
  readonly isAsleep: boolean
  /** State of the last channel; null before the first. */
  readonly join: JoinState | null
  /** True if the form differs from the joined channel. */
  readonly isChanged: boolean
  readonly onJoin: () => void
  readonly onLeave: () => void
}

/** Edits which channel to join, as which client, and what to receive. */
export function JoinForm(props: JoinFormProps) {
  const { projectRef, draft, onDraft, chosen, onChosen, problems, error, isPending, isAsleep, join, isChanged, onJoin, onLeave } = props
  const isIn = join !== null && join.kind !== 'ended' && join.kind !== 'left'
  return (
    <Panel label={joinText.title}>
      <PanelHeader title={joinText.title} />
      <form
        noValidate
        className="ruled"
        onSubmit={(event) => {
          event.preventDefault()
          onJoin()
        }}
      >
        <PanelContent className="flex flex-col gap-4">
          <Field label={joinText.name} error={problems.channel}>
            <Input
              isMono
              spellCheck={false}
              autoComplete="off"
              autoCapitalize="off"
              placeholder={joinText.namePlaceholder}
              value={draft.channel}
              onChange={(event) => onDraft({ ...draft, channel: event.target.value })}
            />
          </Field>
          <Option
            label={joinText.isPrivate}
            hint={joinText.privateHint}
            isOn={draft.isPrivate}
            onChange={(isPrivate) => onDraft({ ...draft, isPrivate })}
          />
        </PanelContent>
        <PanelContent className="flex flex-col gap-3 [&>[role=radiogroup]]:self-start">
          <h3 className="text-sm font-medium">{joinText.as}</h3>
          <ClientChoice projectRef={projectRef} label={joinText.as} kinds={['anon', 'user', 'service_role']} value={chosen} onChange={onChosen} />
          <p className="text-xs text-faint">{joinText.asHint}</p>
        </PanelContent>
        <PanelContent className="flex flex-col gap-3">
          <Option
            label={joinText.changes}
            hint={joinText.changesHint}
            isOn={draft.changes.isOn}
            onChange={(isOn) => onDraft({ ...draft, changes: { ...draft.changes, isOn } })}
          />
          {draft.changes.isOn && (
            <ChangesFields
              projectRef={projectRef}
              isAsleep={isAsleep}
              changes={draft.changes}
              onChange={(changes) => onDraft({ ...draft, changes })}
              problems={problems}
            />
          )}
        </PanelContent>
        <Fold title={joinText.options} summary={joinText.optionsOf(draft)}>
          <Option label={joinText.self} hint={joinText.selfHint} isOn={draft.self} onChange={(self) => onDraft({ ...draft, self })} />
          <Option label={joinText.ack} hint={joinText.ackHint} isOn={draft.ack} onChange={(ack) => onDraft({ ...draft, ack })} />
          <Option
            label={joinText.presence}
            hint={joinText.presenceHint}
            isOn={draft.presence.isOn}
            onChange={(isOn) => onDraft({ ...draft, presence: { ...draft.presence, isOn } })}
          />
          {draft.presence.isOn && (
            <Field label={joinText.presenceKey} hint={joinText.presenceKeyHint} isOptional>
              <Input
                isMono
                spellCheck={false}
                autoComplete="off"
                maxLength={200}
                value={draft.presence.key}
                onChange={(event) => onDraft({ ...draft, presence: { isOn: true, key: event.target.value } })}
              />
            </Field>
          )}
        </Fold>
        <PanelContent className="flex flex-col gap-3">
          {isAsleep && !isIn && <Notice>{needsDatabase(draft) ? joinText.asleepWakes : joinText.asleepStays}</Notice>}
          {isIn && isChanged && <Notice>{joinText.changed}</Notice>}
          {error !== null && (
            <p role="alert" className="rounded-md border border-danger/40 bg-danger-tint px-3 py-2 wrap-anywhere">
              {error}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant={isIn && !isChanged ? 'secondary' : 'primary'} isPending={isPending || join?.kind === 'joining'}>
              {isIn ? joinText.again : joinText.submit}
            </Button>
            {isIn && <Button onClick={onLeave}>{joinText.leave}</Button>}
          </div>
        </PanelContent>
      </form>
    </Panel>
  )
}

interface OptionProps {
  readonly label: string
  readonly hint: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Option({ label, hint, isOn, onChange }: OptionProps) {
  return (
    <div className="flex flex-col gap-1">
      <Switch label={label} isOn={isOn} onChange={onChange} />
      <p className="text-xs wrap-anywhere text-faint">{hint}</p>
    </div>
  )
}
