import type { UserRow } from '../users/user.ts'

/** A token's purpose and storage: once in the user's row, as the peer's SQL expects, once in `one_time_tokens`, where links are looked up. */
export interface TokenKind {
  readonly type:
    | 'confirmation_token'
    | 'recovery_token'
    | 'email_change_token_new'
    | 'email_change_token_current'
    | 'phone_change_token'
    | 'reauthentication_token'
  readonly column: keyof UserRow &
    (
      | 'confirmation_token'
      | 'recovery_token'
      | 'email_change_token_new'
      | 'email_change_token_current'
      | 'phone_change_token'
      | 'reauthentication_token'
    )
  readonly sentColumn: keyof UserRow &
    ('confirmation_sent_at' | 'recovery_sent_at' | 'email_change_sent_at' | 'phone_change_sent_at' | 'reauthentication_sent_at')
}

export const tokenKinds = {
  confirmation: { type: 'confirmation_token', column: 'confirmation_token', sentColumn: 'confirmation_sent_at' },
  recovery: { type: 'recovery_token', column: 'recovery_token', sentColumn: 'recovery_sent_at' },
  emailChangeNew: { type: 'email_change_token_new', column: 'email_change_token_new', sentColumn: 'email_change_sent_at' },
  emailChangeCurrent: { type: 'email_change_token_current', column: 'email_change_token_current', sentColumn: 'email_change_sent_at' },
  phoneChange: { type: 'phone_change_token', column: 'phone_change_token', sentColumn: 'phone_change_sent_at' },
  reauthentication: { type: 'reauthentication_token', column: 'reauthentication_token', sentColumn: 'reauthentication_sent_at' },
} as const satisfies Record<string, TokenKind>
