import { cn } from '@colonnade/ui'

export interface TemplateChoiceProps {
  /** The name of its group. */
  readonly name: string
  readonly id: string
  readonly title: string
  readonly hint: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** Offers a template as a radio button. */
export function TemplateChoice({ name, id, title, hint, isChosen, onChoose }: TemplateChoiceProps) {
  return (
    <label
      className={cn(
        'flex cursor-pointer flex-col gap-0.5 rounded-md border px-3 py-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isChosen && 'border-accent bg-accent-tint hover:bg-accent-tint',
      )}
    >
      <input type="radio" name={name} className="sr-only" checked={isChosen} onChange={onChoose} aria-describedby={`template-${id}`} />
      <span className="font-medium">{title}</span>
      <span id={`template-${id}`} className="text-xs text-soft">
        {hint}
      </span>
    </label>
  )
}
