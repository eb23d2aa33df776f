import type { z } from 'zod'
import type { ById } from '../catalog/identifiers.ts'
import type { Command, Statement } from '../statement.ts'

/** A statement of several rows, and of one row or none. */
type List = Statement<z.ZodArray>
type One = Statement<z.ZodOptional>

/** One kind of database object, as scripts and servers handle any kind: rows in, rows out. Inputs are checked with the schemas here first. */
export interface ObjectKind {
  /** "a table": for sentences about one */
  readonly noun: string
  readonly row: z.ZodType
  /** What `list` takes: a flat object of texts, numbers, booleans and lists of texts. */
  readonly options: z.ZodObject
  list(options: unknown): List
  /** By the row's `id`, as a text; extensions by name. @throws Error when the text can be no id */
  retrieve?(id: string): One
  readonly create?: { readonly input: z.ZodType; command(input: unknown): Command; made(input: unknown): One }
  readonly update?: { readonly input: z.ZodType; command(row: unknown, change: unknown): Command; changed(row: unknown, change: unknown): One }
  readonly remove?: { readonly options: z.ZodObject; command(row: unknown, options: unknown): Command }
}

interface KindSpec<Row, Options, Create, Update, Remove> {
  readonly noun: string
  readonly row: z.ZodType<Row>
  readonly options: z.ZodObject & z.ZodType<Options>
  readonly list: (options: Options) => Statement
  readonly retrieve?: (id: string) => Statement
  readonly create?: {
    readonly input: z.ZodType<Create>
    readonly command: (input: Create) => Command
    /** Finds the created object. */
    readonly made: (input: Create) => Statement
  }
  readonly update?: {
    readonly input: z.ZodType<Update>
    readonly command: (row: Row, change: Update) => Command
    /** Finds it again, where a change may give it another id. */
    readonly changed?: (row: Row, change: Update) => Statement
  }
  readonly remove?: { readonly options: z.ZodObject & z.ZodType<Remove>; readonly command: (row: Row, options: Remove) => Command }
}

/** Puts a kind's typed functions behind the one form of all kinds; every input passes its schema on the way. */
export function defineKind<Row, Options, Create = never, Update = never, Remove = never>(
  spec: KindSpec<Row, Options, Create, Update, Remove>,
): ObjectKind {
  const { noun, row, options, list, retrieve, create, update, remove } = spec
  return {
    noun,
    row,
    options,
    list: (given) => list(options.parse(given)) as List,
    ...(retrieve && { retrieve: (id: string) => retrieve(id) as One }),
    ...(create && {
      create: {
        input: create.input,
        command: (input: unknown) => create.command(create.input.parse(input)),
        made: (input: unknown) => create.made(create.input.parse(input)) as One,
      },
    }),
    ...(update && {
      update: {
        input: update.input,
        command: (found: unknown, change: unknown) => update.command(found as Row, update.input.parse(change)),
        changed: (found: unknown, change: unknown) =>
          (update.changed?.(found as Row, update.input.parse(change)) ?? retrieve!(String((found as { id: unknown }).id))) as One,
      },
    }),
    ...(remove && {
      remove: { options: remove.options, command: (found: unknown, given: unknown) => remove.command(found as Row, remove.options.parse(given)) },
    }),
  }
}

/** An oid as a text. @throws Error when it is none */
export function oidOf(id: string): ById {
  if (!/^\d{1,10}$/.test(id)) throw new Error(`An ID is an integer, not ${id}`)
  return { id: Number(id) }
}
