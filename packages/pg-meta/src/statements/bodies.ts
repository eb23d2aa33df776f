import { grammarError, type Node, type Parser } from './parser.ts'
import { fields, nodesIn } from './tree.ts'

/** The language that DO has where none is named (Postgres documentation, DO). */
const languageOfDo = 'plpgsql'

/**
 * The statements that the body of a DO, CREATE FUNCTION or CREATE PROCEDURE holds, as parse trees; what its language or its words do not let
 * be read is left out, as is what it puts together only when it runs. `text` is the statement's own.
 */
export function bodyStatements(parser: Parser, text: string, statement: Node): Node[] {
  const [kind = ''] = Object.keys(statement)
  if (kind !== 'DoStmt' && kind !== 'CreateFunctionStmt') return []
  const node = fields(statement[kind])
  const options = ((kind === 'DoStmt' ? node.args : node.options) as Node[] | undefined)?.map((item) => fields(item.DefElem)) ?? []
  const language = stringOf(options.find(({ defname }) => defname === 'language')?.arg) ?? (kind === 'DoStmt' ? languageOfDo : 'sql')
  if (language.toLowerCase() === 'plpgsql') return plpgsqlStatements(parser, text)
  if (language.toLowerCase() !== 'sql') return []
  if (node.sql_body !== undefined) return [fields(node.sql_body)]
  const [body] = bodyTexts(options.find(({ defname }) => defname === 'as')?.arg)
  return body === undefined ? [] : parsed(parser, body)
}

function plpgsqlStatements(parser: Parser, text: string): Node[] {
  const tree = readable(() => parser.parsePlPgSQLSync(text))
  const visits = tree === null ? [] : nodesIn(tree as Node)
  const executed = new Set(visits.filter(({ kind }) => kind === 'PLpgSQL_stmt_dynexecute').map(({ node }) => fields(fields(node.query).PLpgSQL_expr)))
  return visits.flatMap(({ kind, node }) => {
    // other modes are expressions and targets of assignments
    if (kind !== 'PLpgSQL_expr' || typeof node.query !== 'string') return []
    if (executed.has(node)) {
      const constant = constantIn(parser, node.query)
      return constant === null ? [] : parsed(parser, constant)
    }
    return node.parseMode === 0 ? parsed(parser, node.query) : []
  })
}

/** The text that EXECUTE 'text' runs; null where it is put together. */
function constantIn(parser: Parser, expression: string): string | null {
  const [select] = parsed(parser, `select ${expression}`)
  const [target] = (fields(select?.SelectStmt).targetList as Node[] | undefined) ?? []
  const { sval } = fields(fields(fields(fields(target?.ResTarget).val).A_Const).sval)
  return typeof sval === 'string' ? sval : null
}

function parsed(parser: Parser, text: string): Node[] {
  return readable(() => parser.parseSync(text).stmts ?? [])?.map(({ stmt }) => stmt) ?? []
}

/** Null for what is no SQL. @throws the error itself when the parser broke */
function readable<Tree>(read: () => Tree): Tree | null {
  try {
    return read()
  } catch (error) {
    // errors in bodies have no position
    if (grammarError(error) === null && (!(error instanceof Error) || error.name !== 'Error')) throw error
    return null
  }
}

function bodyTexts(argument: unknown): string[] {
  const { List } = fields(argument)
  const items = List === undefined ? [argument] : (fields(List).items as unknown[])
  return items.flatMap((item) => stringOf(item) ?? [])
}

function stringOf(argument: unknown): string | undefined {
  const { sval } = fields(fields(argument).String)
  return typeof sval === 'string' ? sval : undefined
}
