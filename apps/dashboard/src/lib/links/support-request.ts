import { paths } from '../../paths.ts'

export interface SupportRequest {
  /** The project that it is about. */
  readonly ref?: string | undefined
  /** What the person was doing: "Failed to load branches". */
  readonly subject?: string | undefined
  /** What went wrong, in the words that were shown. */
  readonly error?: string | undefined
}

/** The support form with a failure of the dashboard filled in (spec §2, §8); `paths` keeps the address short. */
export function supportAddress({ ref, subject, error }: SupportRequest): string {
  return paths.supportNew({
    category: 'dashboard_bug',
    ...(ref !== undefined && { ref }),
    ...(subject !== undefined && { subject }),
    ...(error !== undefined && { error }),
  })
}
