import {
  type Catalog,
  type CatalogSettings,
  type Column,
  type ColumnPair,
  type MediaHandler,
  type Parameter,
  type Relation,
  relationKey,
  type Relationship,
  type Returned,
  type Routine,
} from '../catalog.ts'

const schema = 'api'
const key = (name: string): string => relationKey(schema, name)

function column(name: string, type: string, more: Partial<Column> = {}): Column {
  return {
    name,
    type,
    baseType: type,
    isNullable: true,
    default: null,
    isIdentity: false,
    isGenerated: false,
    enumLabels: [],
    maxLength: null,
    description: null,
    ...more,
  }
}

function table(name: string, columns: readonly Column[], primaryKey: readonly string[], more: Partial<Relation> = {}): Relation {
  return {
    oid: 0,
    schema,
    name,
    kind: 'table',
    description: null,
    columns: new Map(columns.map((one) => [one.name, one])),
    primaryKey,
    isKeyUnique: true,
    isInsertable: true,
    isUpdatable: true,
    isDeletable: true,
    ...more,
  }
}

const people = [column('id', 'integer'), column('first_name', 'text'), column('last_name', 'text')]
const relations = [
  table('directors', people, ['id']),
  table('actors', people, ['id']),
  table(
    'films',
    [
      column('id', 'integer', { isIdentity: true, isNullable: false }),
      column('title', 'text', { isNullable: false }),
      column('year', 'integer', { default: '2000' }),
      column('rating', 'numeric'),
      column('genre', 'api.genre', { enumLabels: ['drama', 'comedy'] }),
      column('director_id', 'integer'),
      column('language', 'character varying(20)', { default: `'english'::character varying`, maxLength: 20 }),
      column('metadata', 'jsonb'),
      column('info', 'json'),
      column('tags', 'text[]'),
      column('words', 'tsvector'),
      column('period', 'int4range'),
      column('tint', 'api.color', { baseType: 'integer' }),
      column('seen', 'timestamp with time zone'),
    ],
    ['id'],
  ),
  table('technical_specs', [column('film_id', 'integer'), column('runtime', 'text'), column('camera', 'text')], ['film_id']),
  table('roles', [column('film_id', 'integer'), column('actor_id', 'integer'), column('character', 'text')], ['film_id', 'actor_id']),
  table('addresses', [column('id', 'integer'), column('city', 'text')], ['id']),
  table('orders', [column('id', 'integer'), column('name', 'text'), column('billing_id', 'integer'), column('shipping_id', 'integer')], ['id']),
  table('employees', [column('id', 'integer'), column('name', 'text'), column('supervisor_id', 'integer')], ['id']),
  table('notes', [column('body', 'text')], []),
  table('old_films', [column('id', 'integer'), column('title', 'text'), column('year', 'integer')], ['id'], { kind: 'view', isKeyUnique: false }),
]

/** Makes the relationships of a foreign key in both directions. */
function foreignKey(
  from: string,
  to: string,
  constraint: string,
  columns: readonly ColumnPair[],
  isUnique = false,
  touchesView = false,
): Relationship[] {
  const isSelf = from === to
  const back = columns.map(([one, other]): ColumnPair => [other, one])
  const common = { constraint, isSelf, touchesView }
  return [
    { ...common, kind: isUnique ? 'one-to-one' : 'many-to-one', from: key(from), to: key(to), columns, isForward: true },
    { ...common, kind: isUnique ? 'one-to-one' : 'one-to-many', from: key(to), to: key(from), columns: back, isForward: false },
  ]
}

function throughRoles(): Relationship[] {
  const common = { kind: 'many-to-many', junction: key('roles'), isSelf: false, touchesView: false } as const
  return [
    {
      ...common,
      from: key('films'),
      to: key('actors'),
      constraints: ['roles_film_id_fkey', 'roles_actor_id_fkey'],
      fromColumns: [['id', 'film_id']],
      toColumns: [['actor_id', 'id']],
    },
    {
      ...common,
      from: key('actors'),
      to: key('films'),
      constraints: ['roles_actor_id_fkey', 'roles_film_id_fkey'],
      fromColumns: [['id', 'actor_id']],
      toColumns: [['film_id', 'id']],
    },
  ]
}

const relationships: Relationship[] = [
  ...foreignKey('films', 'directors', 'films_director_id_fkey', [['director_id', 'id']]),
  ...foreignKey('technical_specs', 'films', 'technical_specs_film_id_fkey', [['film_id', 'id']], true),
  ...foreignKey('roles', 'films', 'roles_film_id_fkey', [['film_id', 'id']]),
  ...foreignKey('roles', 'actors', 'roles_actor_id_fkey', [['actor_id', 'id']]),
  ...foreignKey('roles', 'old_films', 'roles_film_id_fkey', [['film_id', 'id']], false, true),
  ...foreignKey('orders', 'addresses', 'billing', [['billing_id', 'id']]),
  ...foreignKey('orders', 'addresses', 'shipping', [['shipping_id', 'id']]),
  ...foreignKey('employees', 'employees', 'employees_supervisor_id_fkey', [['supervisor_id', 'id']]),
  ...throughRoles(),
  { kind: 'computed', from: key('films'), to: key('directors'), isSelf: false, schema, function: 'director_of', isToOne: true },
  { kind: 'computed', from: key('directors'), to: key('films'), isSelf: false, schema, function: 'best_films', isToOne: false },
]

function parameter(name: string, type: string, more: Partial<Parameter> = {}): Parameter {
  return { name, type, isRequired: true, isVariadic: false, ...more }
}

function routine(name: string, parameters: readonly Parameter[], returns: Partial<Returned>, volatility: Routine['volatility'] = 'stable'): Routine {
  return {
    oid: 0,
    schema,
    name,
    description: null,
    parameters,
    returns: { kind: 'scalar', isSetOf: false, type: 'text', relation: null, ...returns },
    volatility,
    settings: {},
  }
}

const films = { kind: 'composite', type: 'api.films', relation: key('films') } as const
const nothing = { kind: 'void', type: 'void' } as const
const routines = [
  routine('add_them', [parameter('a', 'integer'), parameter('b', 'integer', { isRequired: false })], { type: 'integer' }, 'immutable'),
  routine('titles', [], { isSetOf: true }),
  routine('films_of', [parameter('director', 'integer')], { ...films, isSetOf: true }),
  routine('film', [parameter('id', 'integer')], films),
  routine('pairs', [parameter('n', 'integer')], { kind: 'composite', isSetOf: true, type: 'record' }),
  routine('total_of', [parameter('numbers', 'integer[]', { isVariadic: true })], { type: 'bigint' }),
  routine('echo', [parameter('', 'json')], { type: 'json' }),
  routine('echo_text', [parameter('', 'text')], {}),
  routine('echo_list', [parameter('list', 'integer[]'), parameter('more', 'jsonb', { isRequired: false })], { type: 'jsonb' }),
  routine('touch', [], nothing, 'volatile'),
  routine('refuse', [], nothing, 'volatile'),
  routine('rename', [parameter('id', 'integer'), parameter('title', 'text')], { ...films, isSetOf: true }, 'volatile'),
  routine('same', [parameter('a', 'integer')], { type: 'integer' }),
  routine('same', [parameter('a', 'text')], {}),
  routine('page', [], { type: '"text/html"' }),
]

const mediaHandlers: MediaHandler[] = [
  { mediaType: 'text/html', schema, name: 'page', kind: 'function', of: key('page'), domain: '"text/html"', baseType: 'text' },
  {
    mediaType: 'application/x-titles',
    schema,
    name: 'titles_of',
    kind: 'aggregate',
    of: key('films'),
    domain: '"application/x-titles"',
    baseType: 'bytea',
  },
]

/** Returns the catalog of `exampleSchema` without reading a database. */
export function exampleCatalog(settings: Partial<CatalogSettings> = {}): Catalog {
  return {
    epoch: '1',
    schemas: [schema],
    extraSearchPath: ['public'],
    relations: new Map(relations.map((one) => [key(one.name), one])),
    relationships: grouped(relationships, ({ from }) => from),
    routines: grouped(routines, ({ name }) => key(name)),
    representations: new Map([['api.color', { toJson: 'api.color_to_json', fromJson: 'api.color_from_json', fromText: 'api.color_from_text' }]]),
    mediaHandlers,
    hasFeatures: false,
    timeZones: new Set(['Europe/Berlin', 'UTC']),
    settings: {
      maxRows: 1000,
      preRequest: null,
      areAggregatesEnabled: true,
      arePlansEnabled: true,
      transactionEnd: 'commit-allow-override',
      rootSpec: null,
      openApiMode: 'follow-privileges',
      ...settings,
    },
  }
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
