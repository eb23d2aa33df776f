import { Meter } from '@base-ui/react/meter'
import { cn } from '../class-names.ts'
import { passwordStrength } from './password-strength.ts'

const colors = ['', 'bg-danger', 'bg-warning', 'bg-accent', 'bg-accent'] as const

/** How strong a password is: four bars and a word. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { score, label } = passwordStrength(password)
  return (
    <Meter.Root
      value={score}
      max={4}
      aria-label="Password strength"
      getAriaValueText={() => label || 'Nothing typed'}
      className="flex items-center gap-2"
    >
      <span className="flex flex-1 gap-1" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cn('h-1 flex-1 rounded-full transition-colors', score >= bar ? colors[score] : 'bg-line')} />
        ))}
      </span>
      <span className="w-12 text-right text-xs text-soft" aria-hidden>
        {label}
      </span>
    </Meter.Root>
  )
}
