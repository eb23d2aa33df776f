import type { TypeCatalog, TypedFunction, TypedRelation, TypedType } from './type-catalog.ts'

/** A function in the form in which the data API takes it. */
export interface FormOfCall extends TypedFunction {
  /** The type of its only argument, which has no name: the body of a request as a whole. Null for arguments with names. */
  readonly body_type_id: number | null
  /** The relation whose row is its only argument; null for all others. */
  readonly row_of: string | null
  /** The relation whose rows it returns; null for all others. */
  readonly rows_of: string | null
}

export interface FunctionForms {
  readonly callable: readonly FormOfCall[]
  /** Functions that read as columns of a relation. */
  computedOf(relation: TypedRelation): FormOfCall[]
}

/** Types of an argument without a name that the data API fills with the body of a request. */
const bodyTypes: ReadonlySet<string> = new Set(['json', 'jsonb', 'text', 'xml', 'bytea'])

/**
 * Sorts functions by how clients reach them. One that takes a row of a relation is a computed field of it, or a relationship when it returns
 * rows of another; with a name for its argument it can be called as well. What can't be called, since arguments lack names, is left out.
 */
export function formsOf({ functions, types, relations }: TypeCatalog): FunctionForms {
  const byId = new Map(types.map((type) => [type.id, type]))
  const isThere = (type: TypedType | undefined): type is TypedType =>
    type !== undefined && type.relation_kind !== null && relations.some(({ schema, name }) => schema === type.schema && name === type.name)
  const forms = functions.map((form) => {
    const only = form.args.length === 1 ? form.args[0]! : null
    const rowType = only === null ? undefined : byId.get(only.type_id)
    const isBody = only?.name === '' && rowType?.schema === 'pg_catalog' && bodyTypes.has(rowType.name)
    const row = isThere(rowType) ? rowType : null
    const returned = byId.get(form.return_type_id)
    const call: FormOfCall = {
      ...form,
      body_type_id: isBody ? only.type_id : null,
      row_of: row?.name ?? null,
      rows_of: isThere(returned) ? returned.name : null,
    }
    const hasNames = form.args.every(({ name }) => name !== '')
    // a relationship is embedded by its name, and not called
    const isRelationship = row !== null && call.rows_of !== null && !hasNames
    return { call: isRelationship ? { ...call, args: [] } : call, row, isCallable: hasNames || isBody || isRelationship }
  })
  return {
    callable: forms.filter(({ isCallable }) => isCallable).map(({ call }) => call),
    computedOf: (relation) =>
      forms
        .filter(({ call, row }) => row?.schema === relation.schema && row.name === relation.name && !call.is_set && call.rows_of === null)
        .filter(
          ({ call }) => call.schema === relation.schema && call.columns.length === 0 && !relation.columns.some(({ name }) => name === call.name),
        )
        .map(({ call }) => call),
  }
}
