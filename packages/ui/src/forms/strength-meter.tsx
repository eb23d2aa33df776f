import { cn } from '../class-names.ts'
import { passwordStrength } from './password-strength.ts'

const colors = ['', 'bg-danger', 'bg-warning', 'bg-accent', 'bg-accent'] as const

/** How strong a password is: four bars and a word. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { score, label } = passwordStrength(password)
  return (
    <div
      className="flex items-center gap-2"
      role="meter"
      aria-label="Password strength"
      aria-valuemin={0}
      aria-valuemax={4}
      aria-valuenow={score}
      aria-valuetext={label || 'Nothing typed'}
    >
      <div className="flex flex-1 gap-1" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cn('h-1 flex-1 rounded-full transition-colors', score >= bar ? colors[score] : 'bg-line')} />
        ))}
      </div>
      <span className="w-12 text-right text-xs text-soft" aria-hidden>
        {label}
      </span>
    </div>
  )
}
