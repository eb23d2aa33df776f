import {
  attempt,
  char,
  character,
  either,
  end,
  labelled,
  lazy,
  lookAhead,
  many,
  notBefore,
  optional,
  run,
  separated,
  sequence,
  string,
  type Parser,
} from './combinators.ts'

/** The grammar of query strings, structured as in PostgREST 14: the structure decides what an error says. */

const isBlank = (next: string): boolean => next === ' ' || next === '\t'
const isWord = (next: string): boolean =>
  next > '\x7f' || (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || isDigit(next) || next === '_' || next === '$' || next === ' '
const isDigit = (next: string): boolean => next >= '0' && next <= '9'
const isNotIn = (characters: string) => (next: string) => !characters.includes(next)

const blanks = run(isBlank, 0)
const lexeme = (parser: Parser): Parser => sequence(blanks, parser, blanks)
const anything = run(() => true, 0)
const comma = char(',')
const delimiter = labelled('delimiter (.)', char('.'))

const quoted = sequence(
  char('"'),
  many(
    either(
      run(isNotIn('\\"'), 1),
      sequence(
        char('\\'),
        character(() => true),
      ),
    ),
  ),
  char('"'),
)
const identifier = run(isWord, 1, 'letter', 'digit')
const dash = attempt(
  sequence(
    char('-'),
    notBefore((next) => next === '>'),
  ),
)
const name = labelled('field name (* or [a..z0..9_$])', either(quoted, separated(identifier, dash)))

const isIndexEnd = either(...['->', '::', '.', ','].map((word) => attempt(lookAhead(string(word)))), attempt(end))
const index = sequence(optional(char('-')), run(isDigit, 1, 'digit'), isIndexEnd)
const key = labelled('any non reserved character different from: .,>()', either(quoted, separated(run(isNotIn('(-:.,>)'), 1), dash)))
const arrow = either(attempt(string('->>')), attempt(string('->')))
const jsonPath = many(sequence(arrow, either(attempt(index), attempt(key))))
const path = sequence(name, optional(jsonPath))
const field = lexeme(path)
const treePath = sequence(separated(name, delimiter), optional(jsonPath))

const alias = optional(
  attempt(
    sequence(
      name,
      char(':'),
      notBefore((next) => next === ':'),
    ),
  ),
)
const itemEnd = either(attempt(lookAhead(string(')'))), attempt(lookAhead(string(','))), attempt(end))
const cast = optional(sequence(string('::'), identifier))
const aggregate = either(string('sum'), string('avg'), string('count'), attempt(string('max')), attempt(string('min')))
const hint = optional(sequence(char('!'), attempt(name)))
const isOpen = attempt(lookAhead(string('(')))

/** Refuses a bare `count`, which is never a relation. */
const target: Parser = (text, position) => {
  const result = name(text, position)
  return result.isGood && text.slice(position, result.position).trim() === 'count' ? { ...result, isGood: false } : result
}
const relation = lexeme(sequence(alias, target, hint, hint, isOpen))
const spread = lexeme(sequence(string('...'), name, hint, hint, isOpen))
const column = lexeme(
  either(
    attempt(sequence(string('*'), itemEnd)),
    attempt(sequence(alias, string('count()'), cast, itemEnd)),
    sequence(alias, field, cast, optional(attempt(sequence(char('.'), aggregate, string('()')))), cast, itemEnd),
  ),
)
const items: Parser = separated(
  lazy(() => item),
  lexeme(comma),
)
const children = sequence(char('('), optional(items), char(')'))
const item = either(sequence(attempt(spread), children), sequence(attempt(relation), children), column)

const listElement = either(attempt(sequence(quoted, notBefore(isNotIn(',)')))), run(isNotIn(',)'), 0))
const list = sequence(lexeme(char('(')), separated(listElement, comma), lexeme(char(')')))
const braces = sequence(string('{'), run(isNotIn('{}'), 0), string('}'))
const logicValue = either(attempt(sequence(quoted, notBefore(isNotIn(',)')))), attempt(braces), run(isNotIn(',)'), 0))

/** Parses a word in any letter case. */
const word = (text: string): Parser => attempt(sequence(...Array.from(text, (letter) => either(char(letter), char(letter.toUpperCase())))))
const isValue = labelled('isVal: (null, not_null, true, false, unknown)', either(...['null', 'not_null', 'true', 'false', 'unknown'].map(word)))
const oneOf = (...words: readonly string[]): Parser => either(...words.map((text) => attempt(string(text))))

function operationWith(value: Parser): Parser {
  const searched = sequence(oneOf('fts', 'plfts', 'phfts', 'wfts'), optional(attempt(sequence(char('('), identifier, char(')')))), delimiter, value)
  const simple = sequence(oneOf('neq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'), delimiter, value)
  const quantified = sequence(
    oneOf('eq', 'gte', 'gt', 'lte', 'lt', 'like', 'ilike', 'match', 'imatch'),
    optional(attempt(sequence(char('('), either(attempt(string('any')), string('all')), char(')')))),
    delimiter,
    value,
  )
  const operation = either(
    sequence(attempt(sequence(string('in'), delimiter)), list),
    sequence(attempt(sequence(string('is'), delimiter)), isValue),
    sequence(attempt(sequence(string('isdistinct'), delimiter)), value),
    attempt(searched),
    attempt(simple),
    attempt(quantified),
  )
  return sequence(optional(attempt(sequence(string('not'), delimiter))), labelled('operator (eq, gt, ...)', operation))
}

const filter = operationWith(anything)
const condition = sequence(field, delimiter, operationWith(logicValue))
const not = labelled('negation operator (not)', optional(attempt(sequence(string('not'), delimiter))))
const logicOperator = labelled('logic operator (and, or)', either(attempt(string('and')), string('or')))
const group: Parser = sequence(
  not,
  logicOperator,
  lexeme(char('(')),
  separated(
    lazy(() => either(attempt(condition), group)),
    lexeme(comma),
  ),
  lexeme(char(')')),
)

const direction = optional(either(attempt(sequence(delimiter, string('asc'))), attempt(sequence(delimiter, string('desc')))))
const nulls = optional(either(attempt(sequence(delimiter, string('nullsfirst'))), attempt(sequence(delimiter, string('nullslast')))))
const termEnd = either(attempt(lookAhead(comma)), attempt(end))
const directed = sequence(direction, nulls, termEnd)
const term = either(attempt(sequence(name, char('('), field, char(')'), directed)), sequence(field, directed))
const order = separated(lexeme(term), comma)
const names = separated(name, lexeme(comma))

/** Tolerates extra closing parentheses at the end, like the scanner's `expectEnd`. */
const closing = (next: string): boolean => next === ')' || isBlank(next)
const loose = sequence(run(closing, 0), end)

/** Parsers of whole parameters. */
export const grammar = {
  select: sequence(items, loose),
  filter: sequence(filter, loose),
  argument: sequence(filter, loose),
  order: sequence(order, end),
  columns: sequence(names, end),
  on_conflict: sequence(names, end),
  'tree path': sequence(treePath, end),
  'logic path': sequence(separated(name, delimiter), end),
  'logic tree': sequence(group, loose),
} satisfies Record<string, Parser>

const furtherItems = many(sequence(lexeme(comma), item))

/**
 * Parsers of the rest of a parameter, from an item on. What comes before, which can be long, doesn't affect the message, so it isn't parsed
 * again. Further items start at their comma.
 */
export const rests = {
  items: grammar.select,
  'nested items': sequence(optional(items), char(')')),
  'further items': sequence(furtherItems, loose),
  'further nested items': sequence(furtherItems, char(')')),
  'further terms': sequence(many(sequence(comma, lexeme(term))), end),
  'further names': sequence(many(sequence(lexeme(comma), name)), end),
  'further values': sequence(many(sequence(comma, listElement)), lexeme(char(')')), loose),
} satisfies Record<string, Parser>
