import { Button, Field, Textarea } from '@colonnade/ui'
import { useEffect, useState } from 'react'
import { spanAtPosition, type Span } from '../../../../lib/sql-text/position.ts'
import { statementAnalyzer } from '../../../../lib/sql-text/statement-analyzer.ts'
import { checkCondition, type ConditionProblem } from './condition-check.ts'
import { Chip } from '../filter-chip.tsx'
import { MarkedText } from './marked-text.tsx'
import { conditionChipText } from './messages.ts'

export interface ConditionChipProps {
  /** Empty while it is written for the first time. */
  readonly where: string
  readonly refusal: string | null
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onChange: (where: string) => void
}

/** The condition that is written in SQL. It is looked at with Postgres's own grammar before it is sent, and it is run read-only. */
export function ConditionChip({ where, refusal, isOpen, onOpenChange, onChange }: ConditionChipProps) {
  return (
    <Chip
      text={conditionChipText.label(where)}
      label={
        <>
          <span className="text-soft">{conditionChipText.prefix}</span>
          <span className="text-accent">{where === '' ? '…' : where}</span>
        </>
      }
      problem={refusal}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onRemove={() => onChange('')}
      className="w-[28rem]"
    >
      <ConditionForm
        where={where}
        refusal={refusal}
        onApply={(next) => {
          onOpenChange(false)
          onChange(next)
        }}
      />
    </Chip>
  )
}

function ConditionForm({ where, refusal, onApply }: { where: string; refusal: string | null; onApply: (where: string) => void }) {
  const [text, setText] = useState(where)
  const [problem, setProblem] = useState<ConditionProblem | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  useEffect(() => statementAnalyzer().prepare(), [])
  const apply = async () => {
    setIsChecking(true)
    const found = await checkCondition(text, (whole) => statementAnalyzer().analyze(whole))
    setIsChecking(false)
    setProblem(found)
    if (found === null) onApply(text)
  }
  const shown = problem?.message ?? (text === where ? refusal : null)
  return (
    <form
      className="flex flex-col gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
    >
      <Field label={conditionChipText.title} hint={conditionChipText.hint} error={shown ?? undefined}>
        <Textarea
          isMono
          rows={4}
          spellCheck={false}
          value={text}
          placeholder={conditionChipText.placeholder}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            void apply()
          }}
        />
      </Field>
      {problem !== null && problem.offset !== null && <MarkedText text={text} span={spanAt(text, problem.offset)} />}
      <Button type="submit" variant="primary" size="sm" className="self-end" isPending={isChecking}>
        {conditionChipText.apply}
      </Button>
    </form>
  )
}

function spanAt(text: string, offset: number): Span {
  return spanAtPosition(text, Array.from(text.slice(0, offset)).length + 1)
}
