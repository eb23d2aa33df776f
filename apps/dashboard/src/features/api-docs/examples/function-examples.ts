import type { ExposedFunction } from '@colonnade/pg-meta/exposed-objects'
import type { Arguments, Value } from './call.ts'
import { functionExamplesText } from './messages.ts'
import type { Example } from './relation-examples.ts'
import { sampleValue } from './sample-value.ts'

type DocumentedFunction = Pick<ExposedFunction, 'name' | 'arguments'>

/** Returns the calls of a function: with the arguments it needs, and with all of them if some have defaults. */
export function functionExamples(fn: DocumentedFunction): readonly Example[] {
  const { name, arguments: all } = fn
  const required = all.filter((argument) => !argument.has_default && !argument.is_variadic)
  const example = (id: string, title: string, chosen: DocumentedFunction['arguments']): Example => ({
    id,
    title,
    call: { kind: 'rpc', name, args: argumentsOf(chosen) },
  })
  return [
    example('call', functionExamplesText.call, required.length > 0 ? required : all.filter(({ is_variadic: isVariadic }) => isVariadic)),
    ...(all.some((argument) => argument.has_default) ? [example('call-all', functionExamplesText.callWithAll, all)] : []),
  ]
}

const mediaTypes: Readonly<Record<string, string>> = { text: 'text/plain', bytea: 'application/octet-stream', xml: 'text/xml' }

function argumentsOf(chosen: DocumentedFunction['arguments']): Arguments {
  const [only] = chosen
  if (only?.name !== '')
    return { kind: 'named', fields: chosen.map(({ name, type }): { name: string; value: Value } => ({ name, value: sampleValue(type) })) }
  const mediaType = mediaTypes[only.type]
  if (mediaType === undefined) return { kind: 'json', value: sampleValue(only.type) }
  return { kind: 'text', mediaType, value: only.type === 'xml' ? '<example/>' : 'example' }
}
