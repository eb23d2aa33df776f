import { Badge, Button, Field, Input, SegmentedControl, Textarea, toast } from '@colonnade/ui'
import { functionSecretsMost } from '@colonnade/contracts/functions/function-secrets'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { SidePanel } from '../../lib/panels/side-panel.tsx'
import { nameProblem, valueProblem } from './check-secret.ts'
import { formText, pageText, pasteProblems } from './messages.ts'
import { useSetSecrets } from './mutations.ts'
import { parseEnv } from './parse-env.ts'

export interface SecretsPanelProps {
  readonly projectRef: string
  /** Names in use. */
  readonly names: readonly string[]
  /** The secret to replace; null for new secrets. */
  readonly replaced: string | null
  readonly onClose: () => void
}

type Way = 'one' | 'paste'

/** Sets one secret, or the secrets in a `.env` file. */
export function SecretsPanel({ projectRef, names, replaced, onClose }: SecretsPanelProps) {
  const [way, setWay] = useState<Way>('one')
  const [name, setName] = useState(replaced ?? '')
  const [value, setValue] = useState('')
  const [env, setEnv] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const set = useSetSecrets(projectRef)
  const parsed = parseEnv(env)
  const entries = way === 'one' ? [{ line: 1, name, value }] : parsed.entries
  const isTooMany = new Set([...names, ...entries.map((entry) => entry.name)]).size > functionSecretsMost
  const problems = {
    name: isChecked ? nameProblem(name) : null,
    value: isChecked ? valueProblem(value) : null,
  }
  const isSound = way === 'one' ? nameProblem(name) === null && valueProblem(value) === null : parsed.problems.length === 0 && entries.length > 0
  const save = () => {
    setIsChecked(true)
    if (!isSound || isTooMany || set.isPending) return
    set.mutate(
      entries.map((entry) => ({ name: entry.name, value: entry.value })),
      {
        onSuccess: () => {
          toast.success(formText.saved(entries.length))
          setValue('')
          setEnv('')
          onClose()
        },
      },
    )
  }
  return (
    <SidePanel
      title={replaced === null ? formText.title : replaced}
      description={replaced === null ? formText.description : pageText.drains}
      onClose={onClose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{formText.cancel}</Button>
          <Button variant="primary" isPending={set.isPending} disabled={way === 'paste' && !isSound} onClick={save}>
            {formText.save(Math.max(1, entries.length))}
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        {replaced === null && (
          <SegmentedControl<Way>
            label={formText.title}
            className="self-start"
            value={way}
            onValueChange={setWay}
            options={[
              { value: 'one', label: formText.one },
              { value: 'paste', label: formText.paste },
            ]}
          />
        )}
        {way === 'one' ? (
          <>
            <Field label={formText.name} {...(problems.name !== null && { error: problems.name })}>
              <Input
                readOnly={replaced !== null}
                className="font-mono text-xs"
                value={name}
                placeholder={formText.namePlaceholder}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <Field label={formText.value} {...(problems.value !== null && { error: problems.value })}>
              <Textarea
                rows={3}
                className="font-mono text-xs"
                value={value}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setValue(event.target.value)}
              />
            </Field>
          </>
        ) : (
          <>
            <Field label={formText.env} hint={formText.envHint}>
              <Textarea
                rows={10}
                className="font-mono text-xs"
                value={env}
                placeholder={formText.envPlaceholder}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => setEnv(event.target.value)}
              />
            </Field>
            <section aria-label={formText.preview} aria-live="polite" className="flex flex-col gap-1.5">
              <h3 className="text-sm font-medium">{formText.preview}</h3>
              {parsed.problems.length > 0 && (
                <ul className="ruled rounded-md border border-danger/40">
                  {parsed.problems.map(({ line, text }) => (
                    <li key={line} className="flex gap-3 px-3 py-1.5 text-xs">
                      <span className="w-14 shrink-0 text-faint tabular-nums">{formText.line(line)}</span>
                      <span className="min-w-0 wrap-anywhere text-danger">{text}</span>
                    </li>
                  ))}
                </ul>
              )}
              {entries.length === 0 ? (
                parsed.problems.length === 0 && <p className="text-xs text-faint">{formText.noneYet}</p>
              ) : (
                <ul className="ruled rounded-md border">
                  {entries.map((entry) => (
                    <li key={entry.name} className="flex items-center gap-3 px-3 py-1.5 text-xs">
                      <span className="w-14 shrink-0 text-faint tabular-nums">{formText.line(entry.line)}</span>
                      <span className="min-w-0 flex-1 font-mono wrap-anywhere">{entry.name}</span>
                      {entry.value === '' && <Badge tone="warning">{formText.isEmpty}</Badge>}
                      <span className="text-faint">{names.includes(entry.name) ? formText.isReplaced : formText.isNew}</span>
                    </li>
                  ))}
                </ul>
              )}
              {parsed.problems.length > 0 && <p className="text-xs text-soft">{formText.fix}</p>}
            </section>
          </>
        )}
        {isTooMany && (
          <p role="alert" className="text-xs text-danger">
            {pasteProblems.many}
          </p>
        )}
        {set.error !== null && <ErrorNotice error={set.error} subject={formText.saveFailed} />}
        {replaced === null && <p className="text-xs text-faint">{pageText.drains}</p>}
      </div>
    </SidePanel>
  )
}
