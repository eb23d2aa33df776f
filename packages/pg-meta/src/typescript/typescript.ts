import { type FormOfCall, formsOf } from './function-forms.ts'
import { findRelationships, type Relationship } from './relationships.ts'
import type { TypeCatalog, TypedColumn, TypedRelation, TypedType } from './type-catalog.ts'
import { typeLookups } from './type-lookups.ts'
import { typeNames } from './type-names.ts'

export * from './type-catalog.ts'

/**
 * TypeScript of a database in the form that clients of its data API take as `createClient<Database>()`: for each schema what its tables,
 * views, functions, enums and composite types hold, with lookups for rows, and enum values as constants.
 */
export function generateTypescript(catalog: TypeCatalog, { schemas }: { readonly schemas: readonly string[] }): string {
  const names = schemas.toSorted(byBytes)
  const types = typeNames(catalog, names)
  const relationshipsOf = findRelationships(catalog)
  const forms = formsOf(catalog)
  const textOf = (relation: TypedRelation): Entry => [
    relation.name,
    relationText(relation, types, forms.computedOf(relation), relationshipsOf(relation)),
  ]
  const of = <Item extends { readonly schema: string }>(items: readonly Item[], schema: string): Item[] =>
    items.filter((item) => item.schema === schema)
  const sections = (schema: string): string => {
    const relations = of(catalog.relations, schema)
    const own = of(catalog.types, schema)
    const enums = own.filter(({ kind }) => kind === 'e')
    return object([
      ['Tables', object(relations.filter(isTable).map(textOf))],
      ['Views', object(relations.filter((relation) => !isTable(relation)).map(textOf))],
      ['Functions', object(functionTexts(of(forms.callable, schema), types))],
      ['Enums', object(enums.map(({ name, labels }) => [name, union(labels.map((label) => JSON.stringify(label)))]))],
      [
        'CompositeTypes',
        object(own.filter(isComposite).map(({ name, attributes }) => [name, object(attributes.map((a) => [a.name, `${types(a.type_id)} | null`]))])),
      ],
    ])
  }
  const constants = names.map((schema): Entry => {
    const enums = of(catalog.types, schema).filter(({ kind }) => kind === 'e')
    return [
      schema,
      `{\nEnums: {${enums.map(({ name, labels }) => `\n${key(name)}: [${labels.map((label) => JSON.stringify(label)).join(', ')}],`).join('')}\n},\n}`,
    ]
  })
  return indent(`export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = ${object(names.map((schema) => [schema, sections(schema)]))}

${typeLookups(names)}
export const Constants = {${constants.map(([name, text]) => `\n${key(name)}: ${text},`).join('')}
} as const
`)
}

type Entry = readonly [name: string, type: string]
type TypeName = (id: number) => string

/** Foreign tables are used as tables are. */
function isTable({ kind }: TypedRelation): boolean {
  return kind === 'r' || kind === 'p' || kind === 'f'
}

function isComposite({ kind, relation_kind: relation }: TypedType): boolean {
  return kind === 'c' && relation === null
}

function relationText(relation: TypedRelation, types: TypeName, computed: readonly FormOfCall[], references: readonly Relationship[]): string {
  const { columns } = relation
  const value = ({ type_id: type, is_nullable: isNullable }: TypedColumn): string => (isNullable ? `${types(type)} | null` : types(type))
  const isWritable = (column: TypedColumn): boolean => column.is_writable || isTable(relation)
  const written = (column: TypedColumn): string => (column.is_writable ? value(column) : 'never')
  const isOptional = (column: TypedColumn): boolean => column.is_nullable || column.has_default || !column.is_writable
  const entries = (optional: (column: TypedColumn) => boolean): string =>
    fields(columns.filter(isWritable).map((column) => [column.name, optional(column), written(column)]))
  return object([
    [
      'Row',
      object([
        ...columns.map((column): Entry => [column.name, value(column)]),
        ...computed.map((field): Entry => [field.name, `${types(field.return_type_id)} | null`]),
      ]),
    ],
    ...(relation.is_insertable || isTable(relation) ? [['Insert', entries(isOptional)] as const] : []),
    ...(relation.is_updatable || isTable(relation) ? [['Update', entries(() => true)] as const] : []),
    ['Relationships', relationships(references)],
  ])
}

function relationships(references: readonly Relationship[]): string {
  const list = (names: readonly string[]): string => `[${names.map((name) => JSON.stringify(name)).join(', ')}]`
  const texts = references.map((reference) =>
    object([
      ['foreignKeyName', JSON.stringify(reference.name)],
      ['columns', list(reference.columns)],
      ['isOneToOne', String(reference.is_one_to_one)],
      ['referencedRelation', JSON.stringify(reference.relation)],
      ['referencedColumns', list(reference.referenced_columns)],
    ]),
  )
  return texts.length === 0 ? '[]' : `[\n${texts.map((text) => `${text},\n`).join('')}]`
}

/** Functions of one name are one entry, a union of their forms. */
function functionTexts(functions: readonly FormOfCall[], types: TypeName): Entry[] {
  return [...Map.groupBy(functions, ({ name }) => name)].map(([name, forms]) => {
    const texts = forms.map((form) =>
      object([
        ['Args', argsText(form, types)],
        ['Returns', returnText(form, types)],
        ...(form.rows_of === null ? [] : [['SetofOptions', rowsText(form, form.rows_of)] as const]),
      ]),
    )
    return [name, texts.length === 1 ? texts[0]! : texts.map((text) => `\n  | ${text.replaceAll('\n', '\n  ')}`).join('')]
  })
}

function argsText({ args, body_type_id: body }: FormOfCall, types: TypeName): string {
  if (body !== null) return types(body)
  return args.length === 0 ? 'never' : fields(args.map((arg) => [arg.name, arg.has_default, types(arg.type_id)]))
}

function returnText({ columns, return_type_id: type, is_set: isSet }: FormOfCall, types: TypeName): string {
  const one =
    columns.length > 1 || (columns.length === 1 && isSet) ? object(columns.map((column) => [column.name, types(column.type_id)])) : types(type)
  return isSet ? `${one}[]` : one
}

/** What clients need to embed what a function returns. */
function rowsText({ is_set: isSet, is_one_row: isOneRow, row_of: from }: FormOfCall, to: string): string {
  return object([
    ['from', JSON.stringify(from ?? '*')],
    ['to', JSON.stringify(to)],
    ['isOneToOne', String(!isSet || isOneRow)],
    ['isSetofReturn', String(isSet)],
  ])
}

function object(entries: readonly Entry[]): string {
  return fields(entries.map(([name, type]) => [name, false, type]))
}

function fields(entries: readonly (readonly [name: string, isOptional: boolean, type: string])[]): string {
  if (entries.length === 0) return '{\n[_ in never]: never\n}'
  return `{\n${entries.map(([name, isOptional, type]) => `${key(name)}${isOptional ? '?' : ''}:${type.startsWith('\n') ? '' : ' '}${type}\n`).join('')}}`
}

function key(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name)
}

function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : types.join(' | ')
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Two spaces for each brace or bracket that is open at the beginning of a line. Names stand in JSON's quotes, so no line breaks inside of one. */
function indent(text: string): string {
  let depth = 0
  return text
    .split('\n')
    .map((line) => {
      const bare = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
      const opened = bare.match(/[{[(]/g)?.length ?? 0
      const closed = bare.match(/[}\])]/g)?.length ?? 0
      const leading = /^[}\])]+/.exec(bare)?.[0].length ?? 0
      const own = '  '.repeat(Math.max(0, depth - leading)) + line
      depth += opened - closed
      return line === '' ? '' : own
    })
    .join('\n')
}
