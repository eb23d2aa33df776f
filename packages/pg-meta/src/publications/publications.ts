import { empty, type Fragment, ident, join, keyword, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, executeDrop, runtimeLiteral, runtimeName } from '../catalog/block.ts'
import { type ListOptions, pageClause } from '../catalog/list-options.ts'
import { selectList } from '../catalog/select-fields.ts'
import { type Command, command, listing, retrieval, type Statement } from '../statement.ts'
import {
  generatedColumns,
  onPublication,
  Publication,
  publicationCondition,
  publicationDetails,
  PublicationDetails,
  type PublicationIdentifier,
  selectPublications,
} from './publication-row.ts'
import { addSchemas, changeMembers, dropSchemas, PublishedTable, publishedObjects, schemasOfAll } from './published-tables.ts'

export { Publication, PublicationDetails, type PublicationIdentifier } from './publication-row.ts'
export { PublishedTable } from './published-tables.ts'

const options = {
  publish_insert: z.boolean().optional(),
  publish_update: z.boolean().optional(),
  publish_delete: z.boolean().optional(),
  publish_truncate: z.boolean().optional(),
  /** Whether changes in partitions are published as changes of their partitioned table. */
  publish_via_partition_root: z.boolean().optional(),
  /** Postgres 18 and later. */
  publish_generated_columns: z.enum(generatedColumns).nullish(),
  tables: z.array(PublishedTable).nullish(),
  /** Schemas to publish as a whole; Postgres 15 and later. */
  schemas: z.array(z.string()).optional(),
  comment: z.string().nullish(),
}

/** Changes that are left out aren't published. Without `tables` and `schemas`, the publication is for all tables. */
export const CreatePublication = z.object({
  name: z.string(),
  owner: z.string().optional(),
  ...options,
})
export type CreatePublication = z.infer<typeof CreatePublication>

/** Fields that are left out don't change; `tables: null` publishes all tables. */
export const UpdatePublication = z.object({ name: z.string().optional(), owner: z.string().optional(), ...options })
export type UpdatePublication = z.infer<typeof UpdatePublication>

/** Lists publications by name. */
export function list(page: Pick<ListOptions, 'limit' | 'offset'> = {}): Statement<z.ZodArray<typeof Publication>> {
  return listing(sql`${selectPublications}\norder by p.pubname${pageClause(page)};`, Publication)
}

/** @throws Error 'Must provide either id or name' */
export function retrieve(identifier: PublicationIdentifier): Statement<z.ZodOptional<typeof Publication>> {
  return retrieval(sql`${selectPublications}\nwhere ${publicationCondition(identifier)};`, Publication)
}

/** Retrieves its tables, options and comment. @throws Error as `retrieve` */
export function retrieveDetails(identifier: PublicationIdentifier): Statement<z.ZodOptional<typeof PublicationDetails>> {
  const text = sql`select ${selectList(publicationDetails)}\nfrom pg_catalog.pg_publication p where ${publicationCondition(identifier)};`
  return retrieval(text, PublicationDetails)
}

/**
 * Publishes tables without those that inherit from them, which can be named as well. Partitioned tables include their partitions.
 *
 * @throws Error if it is for all tables and also names schemas
 */
export function create(input: CreatePublication): Command {
  const { schemas = [], owner, comment } = input
  const name = ident(input.name)
  const tables = input.tables === undefined && schemas.length > 0 ? [] : (input.tables ?? null)
  const operations = flags.flatMap(({ flag, operation }) => (input[flag] === true ? [operation] : []))
  const parameters = [sql`publish = ${literal(operations.join(', '))}`, ...parametersOf(input)]
  return command(
    sql`create publication ${name}${publishedObjects(tables, schemas)} with (${join(parameters)});`,
    ...(owner === undefined ? [] : [sql`alter publication ${name} owner to ${ident(owner)};`]),
    ...(comment === undefined || comment === null ? [] : [sql`comment on publication ${name} is ${literal(comment)};`]),
  )
}

/**
 * Tables that stay keep their columns and row filters unless new ones are given, and schemas stay unless others are named. A switch between
 * selected and all tables drops and re-creates the publication with the same owner, options and comment, but a new id (spec §4).
 *
 * @throws Error 'Must provide either id or name', or if it is for all tables and also names schemas; in the database 'Cannot find
 * publication with the given filter'
 */
export function update(identifier: PublicationIdentifier, changes: UpdatePublication): Command {
  const { name, owner, tables, schemas, comment } = changes
  if (tables === null && schemas !== undefined && schemas.length > 0) throw new Error(schemasOfAll)
  const publication = runtimeName(sql`target.name`)
  const isPublishChanged = flags.some(({ flag }) => changes[flag] !== undefined)
  return command(
    onPublication(
      identifier,
      // a publication of whole schemas allows no column lists
      ...(schemas === undefined ? [] : [dropSchemas(schemas)]),
      ...(tables === undefined ? [] : [changeTables(tables)]),
      ...(schemas === undefined ? [] : [addSchemas(schemas)]),
      ...(isPublishChanged ? [execute`alter publication ${publication} set (publish = ${operationsAfter(changes)})`] : []),
      ...parametersOf(changes).map((parameter) => execute`alter publication ${publication} set (${parameter})`),
      ...(comment === undefined ? [] : [execute`comment on publication ${publication} is ${literal(comment)}`]),
      ...(owner === undefined ? [] : [execute`alter publication ${publication} owner to ${ident(owner)}`]),
      // last, because the others use the old name
      ...(name === undefined
        ? []
        : [sql`if target.name <> ${name} then ${execute`alter publication ${publication} rename to ${ident(name)}`} end if;`]),
    ),
  )
}

/** @throws Error as `update` */
export function remove(identifier: PublicationIdentifier): Command {
  return command(onPublication(identifier, executeDrop`drop publication ${runtimeName(sql`target.name`)}`))
}

const flags = [
  { flag: 'publish_insert', operation: 'insert', column: sql`target.pubinsert` },
  { flag: 'publish_update', operation: 'update', column: sql`target.pubupdate` },
  { flag: 'publish_delete', operation: 'delete', column: sql`target.pubdelete` },
  { flag: 'publish_truncate', operation: 'truncate', column: sql`target.pubtruncate` },
] as const

/** Returns the given parameters except `publish`. */
function parametersOf(input: Pick<UpdatePublication, 'publish_via_partition_root' | 'publish_generated_columns'>): Fragment[] {
  const { publish_via_partition_root: isViaRoot, publish_generated_columns: generated } = input
  return [
    ...(isViaRoot === undefined ? [] : [sql`publish_via_partition_root = ${isViaRoot ? sql`true` : sql`false`}`]),
    ...(generated === undefined || generated === null ? [] : [sql`publish_generated_columns = ${keyword(generated, generatedColumns)}`]),
  ]
}

/** Returns which changes are published: as given, or as before. */
function operationsAfter(changes: UpdatePublication) {
  const operations = flags.map(({ flag, operation, column }) => {
    const value = changes[flag]
    return sql`case when ${value === undefined ? column : value ? sql`true` : sql`false`} then ${literal(operation)} end`
  })
  return runtimeLiteral(sql`pg_catalog.concat_ws(', ', ${join(operations)})`)
}

function changeTables(tables: readonly PublishedTable[] | null): Fragment {
  if (tables === null) return sql`if not target.puballtables then ${makeAgain(sql` for all tables`)} end if;`
  return sql`declare item record;
begin
if target.puballtables then ${makeAgain(empty)} end if;
${changeMembers(tables)}
end;`
}

/** Drops and re-creates the publication with other tables, and otherwise as it was. */
function makeAgain(set: Fragment): Fragment {
  const publication = runtimeName(sql`target.name`)
  return join(
    [
      execute`drop publication ${publication}`,
      execute`create publication ${publication}${set} with (publish = ${operationsAfter({})}, publish_via_partition_root = ${runtimeLiteral(sql`target.pubviaroot::text`)})`,
      // since Postgres 18
      sql`if pg_catalog.to_jsonb(target) ->> 'pubgencols' = 's' then ${execute`alter publication ${publication} set (publish_generated_columns = stored)`} end if;`,
      sql`if target.comment is not null then ${execute`comment on publication ${publication} is ${runtimeLiteral(sql`target.comment`)}`} end if;`,
      execute`alter publication ${publication} owner to ${runtimeName(sql`target.owner`)}`,
    ],
    sql`\n`,
  )
}
