/**
 * Names that Postgres can keep exactly as they are, and that break SQL which is put together carelessly. The longest is 63 bytes
 * (Postgres documentation, 4.1.1).
 */
export const hostileNames: readonly string[] = [
  'double"quote',
  '"wrapped"',
  "single'quote",
  'back\\slash',
  "both\\'kinds",
  '$$dollar$$',
  '$sql$tag$sql$',
  'ends in $',
  'per%cent %I %s %1$L',
  'dots.and.more',
  'semi; drop table victims; --',
  '/* comment */ --',
  'new\nline',
  'tab\tand\rreturn',
  ' spaces ',
  'Mixed Case',
  'UPPER',
  '1leading digit',
  '0',
  'select',
  'user',
  'between',
  'ünïcödé',
  'e\u0301 combining',
  '🏛️ emoji',
  'שלום עולם',
  '\u202Egnol si siht',
  '\u0001control',
  ':named $1 ?',
  '{"json": [1]}',
  '{a,b}',
  '(tuple)',
  'NULL',
  'a'.repeat(63),
  `${'ä'.repeat(31)}b`,
]

/** Names that Postgres could not keep as they are: making SQL of them is refused. */
export const impossibleNames: readonly string[] = ['nul\0inside', 'b'.repeat(64), 'ä'.repeat(32), 'half \uD83C', '']
