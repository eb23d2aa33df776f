import { dollarQuoted, empty, Fragment, join, literal, sql, toText } from '@colonnade/sql'

/** A name that is known only when the text runs: an expression of plpgsql, quoted as an identifier by Postgres. */
export class RuntimeName {
  readonly expression: Fragment
  readonly placeholder: '%I' | '%L' | '%s'

  constructor(expression: Fragment, placeholder: '%I' | '%L' | '%s' = '%I') {
    this.expression = expression
    this.placeholder = placeholder
  }
}

/** `runtimeName(sql`target.name`)`, for use in `execute`. */
export function runtimeName(expression: Fragment): RuntimeName {
  return new RuntimeName(expression)
}

/**
 * SQL that Postgres prints and quotes at run time: only for output that comes straight from one of its functions that print
 * SQL, such as format_type() and pg_get_function_identity_arguments().
 */
export function printedByPostgres(expression: Fragment): RuntimeName {
  return new RuntimeName(expression, '%s')
}

/** A value that is known only when the text runs, quoted as a literal by Postgres: `runtimeLiteral(sql`target.version`)`. */
export function runtimeLiteral(expression: Fragment): RuntimeName {
  return new RuntimeName(expression, '%L')
}

/**
 * A statement of plpgsql that runs SQL with names known only then:
 * execute`alter schema ${runtimeName(sql`target.name`)} rename to ${ident(name)}`. Everything else is fixed in the text, so that
 * the statement can be read, and checked, without running it.
 */
export function execute(strings: TemplateStringsArray, ...holes: readonly (Fragment | RuntimeName)[]): Fragment {
  const expressions: Fragment[] = []
  const template = strings.map((text, index) => {
    const hole = holes[index]
    const before = text.replaceAll('%', '%%')
    if (hole === undefined) return before
    if (hole instanceof Fragment) return before + toText(hole).replaceAll('%', '%%')
    expressions.push(hole.expression)
    return `${before}${hole.placeholder}`
  })
  // by its schema: others may have made a function that fits the arguments more closely
  return sql`execute pg_catalog.format(${join([literal(template.join('')), ...expressions])});`
}

/**
 * An anonymous block that looks an object up as `target` and works on it; it raises when there is none, before anything is done.
 *
 * `lookup` is the select list and all that follows it: sql`n.nspname as name from pg_catalog.pg_namespace n where n.oid = 1`.
 */
export function withTarget(lookup: Fragment, missing: Fragment, ...work: readonly Fragment[]): Fragment {
  const found = sql`select ${lookup} into target;`
  // while it waited, the name may have become another object's
  const check = work.some((part) => part instanceof Drop) ? [sql`${found}\nif found then ${raise('changed', 'It has been renamed')} end if;`] : []
  return block(sql`declare target record;`, sql`${found}\nif not found then ${missing} end if;`, ...work, ...check)
}

class Drop extends Fragment {}

/** `execute` for the statement that drops the target of `withTarget`, which is undone if something else was dropped. */
export function executeDrop(strings: TemplateStringsArray, ...holes: readonly (Fragment | RuntimeName)[]): Fragment {
  return new Drop(execute(strings, ...holes).parts)
}

/** An anonymous block of plpgsql; `declarations` is empty or begins with `declare`. */
export function block(declarations: Fragment, ...work: readonly Fragment[]): Fragment {
  const body = sql`${declarations === empty ? empty : sql`\n${declarations}`}\nbegin\n${join(work, sql`\n`)}\nend\n`
  return sql`do ${dollarQuoted(toText(body))};`
}

/**
 * Work whose statements hold secrets: when it fails, the error keeps its message and SQLSTATE, and loses its context, in which
 * Postgres quotes the statement that plpgsql ran.
 */
export function withoutContext(work: Fragment): Fragment {
  return sql`begin ${work} exception when others then raise exception using message = sqlerrm, errcode = sqlstate; end;`
}

/** SQLSTATEs of what this package raises (Postgres documentation, appendix A). */
const states = { missing: '42704', exists: '42710', changed: '40001' } as const

/** `raise exception` with a text, in which a percent sign is one, and a SQLSTATE by which programs know it. */
export function raise(state: keyof typeof states, message: string): Fragment {
  return sql`raise exception using message = ${literal(message)}, errcode = ${literal(states[state])};`
}
