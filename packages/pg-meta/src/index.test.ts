import { expect, test } from 'vitest'
import pgMeta, * as named from './index.ts'

test('every module of the known interface is a part of the one object, and exported by its name', () => {
  const modules = ['roles', 'schemas', 'tables', 'columns', 'functions', 'views', 'materializedViews', 'foreignTables', 'policies', 'triggers']
  const others = ['publications', 'extensions', 'types', 'config', 'version', 'indexes', 'tablePrivileges', 'columnPrivileges', 'query', 'format']
  expect(Object.keys(pgMeta).toSorted()).toEqual([...modules, ...others].toSorted())
  for (const [name, part] of Object.entries(pgMeta)) expect(named).toHaveProperty(name, part)
  expect(new pgMeta.query.Query().from('t').select().toSql()).toBe('select * from public.t;')
})

test('rows of functions have the fields of the known interface and no others', () => {
  const fields = ['id', 'schema', 'name', 'language', 'definition', 'complete_statement', 'args', 'argument_types', 'identity_argument_types']
  const more = [
    'return_type_id',
    'return_type',
    'return_type_relation_id',
    'is_set_returning_function',
    'behavior',
    'security_definer',
    'config_params',
  ]
  expect(Object.keys(pgMeta.functions.Function.shape)).toEqual([...fields, ...more])
})
