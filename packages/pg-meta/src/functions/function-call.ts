import { type Fragment, ident, join, literal, sql, type SqlText, toText } from '@colonnade/sql'
import { authoredExpression, authoredType } from '../catalog/authored.ts'
import type { WrittenArgument } from './function-summaries.ts'

/** What a call gives for an argument. */
export type GivenValue =
  /** As the type reads it: `{1,2}`, `2026-01-01`. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'null' }
  /** Left out. */
  | { readonly kind: 'default' }
  /** SQL that a person wrote: `now() - interval '1 day'`. */
  | { readonly kind: 'expression'; readonly text: string }

export interface FunctionCall {
  readonly schema: string
  readonly name: string
  readonly type: 'function' | 'procedure'
  readonly return_type: string
  readonly arguments: readonly WrittenArgument[]
  /** For those of the arguments that a call gives, in their order. */
  readonly values: readonly GivenValue[]
}

/** Whether a call says something for it: OUT and TABLE are what comes back. */
export const isGiven = ({ mode }: Pick<WrittenArgument, 'mode'>): boolean => mode !== 'out' && mode !== 'table'

/** Triggers call them; nobody else can. */
export const isForTriggers = (returnType: string): boolean => ['trigger', 'event_trigger'].includes(returnType)

/**
 * A statement that calls a function or procedure: `select * from public.add(a => '1'::integer);`.
 *
 * @throws Error when an expression is empty or could leave its place, or an argument without a name comes after one that is left out
 */
export function callFunction(call: FunctionCall): SqlText {
  const called = sql`${ident(call.schema, call.name)}(${join(givenArguments(call))})`
  if (call.type === 'procedure') return toText(sql`call ${called};`)
  // a record of which nothing is known has no columns to be asked for
  const isPlainRecord = /^(?:setof )?record$/i.test(call.return_type) && call.arguments.every(({ mode }) => mode === 'in' || mode === 'variadic')
  return toText(isPlainRecord ? sql`select ${called} as result;` : sql`select * from ${called};`)
}

function givenArguments({ type, arguments: all, values }: FunctionCall): Fragment[] {
  const written: Fragment[] = []
  let given = 0
  let isLeftOut = false
  for (const argument of all) {
    // CALL also has positions for output arguments
    const isPlaceholder = type === 'procedure' && argument.mode === 'out'
    if (!isGiven(argument) && !isPlaceholder) continue
    const value = isPlaceholder ? ({ kind: 'null' } as const) : (values[given++] ?? ({ kind: 'default' } as const))
    if (value.kind === 'default') {
      isLeftOut = true
      continue
    }
    // behind one that is left out, only names tell which is which
    if (isLeftOut && argument.name === '') throw new Error('An unnamed argument requires all arguments before it')
    const name = argument.name === '' || !isLeftOut ? sql`` : sql`${ident(argument.name)} => `
    const variadic = argument.mode === 'variadic' && argument.type !== '"any"' ? sql`variadic ` : sql``
    written.push(sql`${variadic}${name}${valueOf(argument, value)}`)
  }
  return written
}

function valueOf({ cast_type: type, is_pseudo: isPseudo }: WrittenArgument, value: Exclude<GivenValue, { readonly kind: 'default' }>): Fragment {
  if (value.kind === 'expression') return sql`(${authoredExpression(value.text)})`
  const text = value.kind === 'null' ? sql`null` : literal(value.text)
  return isPseudo ? text : sql`${text}::${authoredType(type)}`
}
