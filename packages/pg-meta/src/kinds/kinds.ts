import { z } from 'zod'
import { ListOptions, RelationListOptions } from '../catalog/list-options.ts'
import * as columnPrivileges from '../column-privileges/column-privileges.ts'
import * as columns from '../columns/columns.ts'
import * as config from '../config/config.ts'
import * as constraints from '../constraints/constraints.ts'
import { Constraint } from '../constraints/constraint-row.ts'
import * as eventTriggers from '../event-triggers/event-triggers.ts'
import * as extensions from '../extensions/extensions.ts'
import * as foreignDataWrappers from '../foreign-servers/foreign-data-wrappers.ts'
import * as foreignServers from '../foreign-servers/foreign-servers.ts'
import * as userMappings from '../foreign-servers/user-mappings.ts'
import { ForeignTable } from '../foreign-tables/foreign-table-row.ts'
import * as foreignTables from '../foreign-tables/foreign-tables.ts'
import * as functions from '../functions/functions.ts'
import { Index } from '../indexes/index-row.ts'
import * as indexes from '../indexes/indexes.ts'
import * as materializedViews from '../materialized-views/materialized-views.ts'
import * as partitions from '../partitions/partitions.ts'
import * as policies from '../policies/policies.ts'
import * as publications from '../publications/publications.ts'
import * as roles from '../roles/roles.ts'
import * as schemas from '../schemas/schemas.ts'
import * as tablePrivileges from '../table-privileges/table-privileges.ts'
import * as tables from '../tables/tables.ts'
import * as triggers from '../triggers/triggers.ts'
import * as types from '../types/types.ts'
import * as views from '../views/views.ts'
import { defineKind, type ObjectKind, oidOf } from './kind.ts'
import { madePartition, newestConstraint, newestIndex } from './just-made.ts'

const Page = ListOptions.pick({ limit: true, offset: true })
const None = z.object({})

export type { ObjectKind } from './kind.ts'

/** Every kind of object by its plural noun, which is also its name in addresses. */
export const objectKinds: Readonly<Record<string, ObjectKind>> = {
  roles: defineKind({
    noun: 'a role',
    row: roles.Role,
    options: Page.extend({ includeDefaultRoles: z.boolean().optional() }),
    list: roles.list,
    retrieve: (id) => roles.retrieve(oidOf(id)),
    create: { input: roles.CreateRole, command: roles.create, made: ({ name }) => roles.retrieve({ name }) },
    update: { input: roles.UpdateRole, command: roles.update },
    remove: { options: None, command: (row) => roles.remove(row) },
  }),
  schemas: defineKind({
    noun: 'a schema',
    row: schemas.Schema,
    options: ListOptions,
    list: schemas.list,
    retrieve: (id) => schemas.retrieve(oidOf(id)),
    create: { input: schemas.CreateSchema, command: schemas.create, made: ({ name }) => schemas.retrieve({ name }) },
    update: { input: schemas.UpdateSchema, command: schemas.update },
    remove: { options: schemas.RemoveSchema, command: schemas.remove },
  }),
  tables: defineKind({
    noun: 'a table',
    row: tables.Table.partial({ columns: true }),
    options: RelationListOptions,
    list: (options) => tables.list(options),
    retrieve: (id) => tables.retrieve(oidOf(id)),
    create: { input: tables.CreateTable, command: tables.create, made: ({ schema = 'public', name }) => tables.retrieve({ schema, name }) },
    update: { input: tables.UpdateTable, command: tables.update },
    remove: { options: tables.RemoveTable, command: tables.remove },
  }),
  partitions: defineKind({
    noun: 'a partition',
    row: partitions.Partition,
    options: z.object({ parentId: z.number().int() }),
    list: ({ parentId: id }) => partitions.list({ id }),
    create: { input: partitions.CreatePartition, command: partitions.create, made: madePartition },
  }),
  columns: defineKind({
    noun: 'a column',
    row: columns.Column,
    options: columns.ColumnListOptions,
    list: columns.list,
    retrieve: (id) => columns.retrieve({ id }),
    create: {
      input: columns.CreateColumn,
      command: columns.create,
      made: ({ schema = 'public', table, name }) => columns.retrieve({ schema, table, name }),
    },
    update: { input: columns.UpdateColumn, command: columns.update },
    remove: { options: columns.RemoveColumn, command: columns.remove },
  }),
  constraints: defineKind({
    noun: 'a constraint',
    row: Constraint,
    options: constraints.ConstraintListOptions,
    list: constraints.list,
    retrieve: (id) => constraints.retrieve(oidOf(id)),
    create: {
      input: constraints.CreateConstraint,
      command: constraints.create,
      made: newestConstraint,
    },
    update: { input: constraints.UpdateConstraint, command: constraints.update },
    remove: { options: constraints.RemoveConstraint, command: constraints.remove },
  }),
  indexes: defineKind({
    noun: 'an index',
    row: Index,
    options: indexes.IndexListOptions,
    list: indexes.list,
    retrieve: (id) => indexes.retrieve(oidOf(id)),
    create: { input: indexes.CreateIndex, command: indexes.create, made: newestIndex },
    update: { input: indexes.UpdateIndex, command: indexes.update },
    // CONCURRENTLY wants a name, and rows have none
    remove: { options: indexes.RemoveIndex.omit({ is_concurrent: true }), command: ({ id }, options) => indexes.remove({ id }, options) },
  }),
  views: defineKind({
    noun: 'a view',
    row: views.View,
    options: RelationListOptions,
    list: views.list,
    retrieve: (id) => views.retrieve(oidOf(id)),
    create: { input: views.CreateView, command: views.create, made: ({ schema = 'public', name }) => views.retrieve({ schema, name }) },
    update: { input: views.UpdateView, command: views.update },
    remove: { options: views.RemoveView, command: views.remove },
  }),
  'materialized-views': defineKind({
    noun: 'a materialized view',
    row: materializedViews.MaterializedView,
    options: RelationListOptions,
    list: materializedViews.list,
    retrieve: (id) => materializedViews.retrieve(oidOf(id)),
    create: {
      input: materializedViews.CreateMaterializedView,
      command: materializedViews.create,
      made: ({ schema = 'public', name }) => materializedViews.retrieve({ schema, name }),
    },
    update: {
      input: materializedViews.UpdateMaterializedView,
      command: materializedViews.update,
      // another definition re-creates it
      changed: (row, { schema = row.schema, name = row.name }) => materializedViews.retrieve({ schema, name }),
    },
    remove: { options: materializedViews.RemoveMaterializedView, command: materializedViews.remove },
  }),
  'foreign-tables': defineKind({
    noun: 'a foreign table',
    row: ForeignTable,
    options: RelationListOptions,
    list: foreignTables.list,
    retrieve: (id) => foreignTables.retrieve(oidOf(id)),
    create: {
      input: foreignTables.CreateForeignTable,
      command: foreignTables.create,
      made: ({ schema = 'public', name }) => foreignTables.retrieve({ schema, name }),
    },
    update: { input: foreignTables.UpdateForeignTable, command: foreignTables.update },
    remove: { options: foreignTables.RemoveForeignTable, command: foreignTables.remove },
  }),
  'foreign-servers': defineKind({
    noun: 'a foreign server',
    row: foreignServers.ForeignServer,
    options: Page,
    list: foreignServers.list,
    retrieve: (id) => foreignServers.retrieve(oidOf(id)),
    create: { input: foreignServers.CreateForeignServer, command: foreignServers.create, made: ({ name }) => foreignServers.retrieve({ name }) },
    update: { input: foreignServers.UpdateForeignServer, command: foreignServers.update },
    remove: { options: foreignServers.RemoveForeignServer, command: foreignServers.remove },
  }),
  'foreign-data-wrappers': defineKind({
    noun: 'a foreign data wrapper',
    row: foreignDataWrappers.ForeignDataWrapper,
    options: Page,
    list: foreignDataWrappers.list,
  }),
  'user-mappings': defineKind({
    noun: 'a user mapping',
    row: userMappings.UserMapping,
    options: Page.extend({ server: z.string().optional() }),
    list: userMappings.list,
    retrieve: (id) => userMappings.retrieve(oidOf(id)),
    create: {
      input: userMappings.CreateUserMapping,
      command: userMappings.create,
      made: ({ server, user }) => userMappings.retrieve({ server, user }),
    },
    update: { input: userMappings.UpdateUserMapping, command: userMappings.update },
    remove: { options: None, command: (row) => userMappings.remove(row) },
  }),
  types: defineKind({
    noun: 'a type',
    row: types.Type,
    options: types.TypeListOptions,
    list: types.list,
    retrieve: (id) => types.retrieve(oidOf(id)),
    create: { input: types.CreateType, command: types.create, made: ({ schema = 'public', name }) => types.retrieve({ schema, name }) },
    update: { input: types.UpdateType, command: types.update },
    remove: { options: types.RemoveType, command: types.remove },
  }),
  functions: defineKind({
    noun: 'a function',
    row: functions.Function,
    options: ListOptions,
    list: functions.list,
    retrieve: (id) => functions.retrieve(oidOf(id)),
    create: {
      input: functions.CreateFunction,
      command: functions.create,
      made: ({ name, schema, args }) => functions.retrieve({ name, schema, args }),
    },
    update: { input: functions.UpdateFunction, command: functions.update },
    remove: { options: functions.RemoveFunction, command: functions.remove },
  }),
  policies: defineKind({
    noun: 'a policy',
    row: policies.Policy,
    options: ListOptions,
    list: policies.list,
    retrieve: (id) => policies.retrieve(oidOf(id)),
    create: {
      input: policies.CreatePolicy,
      command: policies.create,
      made: ({ schema = 'public', table, name }) => policies.retrieve({ schema, table, name }),
    },
    update: { input: policies.UpdatePolicy, command: policies.update },
    remove: { options: None, command: (row) => policies.remove(row) },
  }),
  triggers: defineKind({
    noun: 'a trigger',
    row: triggers.Trigger,
    options: ListOptions,
    list: triggers.list,
    retrieve: (id) => triggers.retrieve(oidOf(id)),
    create: {
      input: triggers.CreateTrigger,
      command: triggers.create,
      made: ({ schema = 'public', table, name }) => triggers.retrieve({ schema, table, name }),
    },
    update: { input: triggers.UpdateTrigger, command: triggers.update },
    remove: { options: triggers.RemoveTrigger, command: triggers.remove },
  }),
  'event-triggers': defineKind({
    noun: 'an event trigger',
    row: eventTriggers.EventTrigger,
    options: Page,
    list: eventTriggers.list,
    retrieve: (id) => eventTriggers.retrieve(oidOf(id)),
    create: { input: eventTriggers.CreateEventTrigger, command: eventTriggers.create, made: ({ name }) => eventTriggers.retrieve({ name }) },
    update: { input: eventTriggers.UpdateEventTrigger, command: eventTriggers.update },
    remove: { options: eventTriggers.RemoveEventTrigger, command: eventTriggers.remove },
  }),
  publications: defineKind({
    noun: 'a publication',
    row: publications.Publication,
    options: Page,
    list: publications.list,
    retrieve: (id) => publications.retrieve(oidOf(id)),
    create: { input: publications.CreatePublication, command: publications.create, made: ({ name }) => publications.retrieve({ name }) },
    update: {
      input: publications.UpdatePublication,
      command: publications.update,
      // it is re-created when its tables become all tables, or the reverse
      changed: (row, { name = row.name }) => publications.retrieve({ name }),
    },
    remove: { options: None, command: (row) => publications.remove(row) },
  }),
  extensions: defineKind({
    noun: 'an extension',
    row: extensions.Extension,
    options: Page,
    list: extensions.list,
    retrieve: (name) => extensions.retrieve({ name }),
    create: { input: extensions.CreateExtension, command: extensions.create, made: ({ name }) => extensions.retrieve({ name }) },
    update: {
      input: extensions.UpdateExtension,
      command: ({ name }, change) => extensions.update(name, change),
      changed: ({ name }) => extensions.retrieve({ name }),
    },
    remove: { options: extensions.RemoveExtension, command: ({ name }, options) => extensions.remove(name, options) },
  }),
  config: defineKind({ noun: 'a setting', row: config.ConfigSetting, options: Page, list: config.list }),
  'table-privileges': defineKind({
    noun: "a relation's privileges",
    row: tablePrivileges.TablePrivileges,
    options: ListOptions,
    list: tablePrivileges.list,
    retrieve: (id) => tablePrivileges.retrieve(oidOf(id)),
  }),
  'column-privileges': defineKind({
    noun: "a column's privileges",
    row: columnPrivileges.ColumnPrivileges,
    options: columnPrivileges.ColumnPrivilegeListOptions,
    list: columnPrivileges.list,
  }),
}
